/** Equal steps that follow each other, as one. */
export interface StepRow {
  text: string;
  times: number;
  /** Number of the first, from 1 on. */
  first: number;
}

/** Steps as rows; a row of at least `LONG_ROW` is told by its first and its last. */
export function stepRows(steps: readonly string[]): StepRow[] {
  const found: StepRow[] = [];
  for (const [at, step] of steps.entries()) {
    const last = found.at(-1);
    if (last?.text === step) last.times++;
    else found.push({ text: step, times: 1, first: at + 1 });
  }
  return found;
}

export const LONG_ROW = 4;

export function again(times: number): string {
  return `The same again, until here ${times} times.`;
}
