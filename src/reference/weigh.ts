/** About as many bytes as a value of JSON takes in memory; however deep it is. */
export function weigh(value: unknown): number {
  const left = [value];
  let bytes = 0;
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') bytes += 24 + 2 * one.length;
    else if (typeof one !== 'object' || one === null) bytes += 8;
    else if (Array.isArray(one)) {
      bytes += 32 + 8 * one.length;
      for (const inner of one) left.push(inner);
    } else {
      bytes += 64;
      for (const [name, inner] of Object.entries(one)) {
        bytes += 40 + 2 * name.length;
        left.push(inner);
      }
    }
  }
  return bytes;
}
