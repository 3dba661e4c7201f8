/** Far beyond any run, on the slowest machine. */
const LONGEST_MS = 600_000;

/** The work's result. Throws when it does not end: a fault of ours, which must not hang whoever waits for the self-test. */
export async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${LONGEST_MS / 1000} s.`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
