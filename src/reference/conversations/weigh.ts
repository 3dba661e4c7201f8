/** About as many bytes as a value of JSON takes in memory; however deep it is. */
export function weigh(value: unknown): number {
  const left = [value];
  let bytes = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') bytes += 24 + 2 * value.length;
    else if (typeof value !== 'object' || value === null) bytes += 8;
    else if (Array.isArray(value)) {
      bytes += 32 + 8 * value.length;
      for (const inner of value) left.push(inner);
    } else {
      bytes += 64;
      for (const [name, inner] of Object.entries(value)) {
        bytes += 40 + 2 * name.length;
        left.push(inner);
      }
    }
  }
  return bytes;
}
