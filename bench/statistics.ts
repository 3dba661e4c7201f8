/** Middle of the values, the mean of both for an even number. Throws when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is nothing to take the median of.');
  return (lower + upper) / 2;
}

/** Median of the ratios of what was measured in the same round: noise of the machine falls out. */
export function pairedRatio(values: readonly number[], against: readonly number[]): number {
  return median(values.map((value, round) => value / (against[round] ?? Number.NaN)));
}
