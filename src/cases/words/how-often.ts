/** A count in words: never, once, 3 times. */
export function howOften(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`;
}
