/** A counter of its own: true at each `nth` call. */
export function every(nth: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0;
  };
}
