import type { RunRecord } from '../../record/types.js';

/** Row of each case, so that no two cases of a row overlap in time: first free row, in order of start. */
export function packed(record: Pick<RunRecord, 'cases'>): { rows: Map<string, number>; count: number } {
  const free: number[] = [];
  const rows = new Map<string, number>();
  const ran = record.cases
    .filter(({ durationMs }) => durationMs > 0)
    .sort((a, b) => a.startedMs - b.startedMs || (a.id < b.id ? -1 : 1));
  for (const one of ran) {
    const found = free.findIndex((until) => until <= one.startedMs);
    const row = found < 0 ? free.length : found;
    free[row] = one.startedMs + one.durationMs;
    rows.set(one.id, row);
  }
  return { rows, count: free.length };
}

/** Stretches of at least `leastMs` in which no request was in flight: the run waited. */
export function waits(
  record: Pick<RunRecord, 'exchanges' | 'durationMs'>,
  leastMs: number,
): { from: number; to: number }[] {
  const busy = [...record.exchanges].sort((a, b) => a.startedMs - b.startedMs);
  const out: { from: number; to: number }[] = [];
  let until = 0;
  for (const { startedMs, durationMs } of busy) {
    if (startedMs - until >= leastMs) out.push({ from: until, to: startedMs });
    until = Math.max(until, startedMs + durationMs);
  }
  if (record.durationMs - until >= leastMs) out.push({ from: until, to: record.durationMs });
  return out;
}

/** A round step that cuts `span` into four to ten parts. */
export function step(span: number): number {
  const raw = Math.max(1, span) / 8;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  return (([1, 2, 5, 10].find((one) => one * magnitude >= raw) ?? 10) as number) * magnitude;
}
