/** For tests: the summary of a run in which everything passed, but for how much that was. */
export const FAULTLESS = { fail: 0, inconclusive: 0, skipped: 0, warnings: 0, errors: 0 };
