import type { RunRecord } from '../../record/types.js';

/** When a case was at work, milliseconds since the run began. */
export interface Span {
  id: string;
  from: number;
  to: number;
}

/** Cases from their own first request to their end: before that, they waited in line. Cases without a request are left out. */
export function spansOf({ cases, exchanges }: Pick<RunRecord, 'cases' | 'exchanges'>): Map<string, Span> {
  const first = new Map<string, number>();
  for (const { caseId, startedMs } of exchanges) {
    first.set(caseId, Math.min(startedMs, first.get(caseId) ?? Number.POSITIVE_INFINITY));
  }
  return new Map(
    cases.flatMap(({ id, startedMs, durationMs }) => {
      const from = first.get(id);
      return from === undefined
        ? []
        : [[id, { id, from, to: Math.max(from, startedMs + durationMs) }] as const];
    }),
  );
}

/** Row of each span, so that no two in a row overlap in time: the first free row, in order of start. */
export function packed(spans: Iterable<Span>): { rows: Map<string, number>; count: number } {
  const free: number[] = [];
  const rows = new Map<string, number>();
  for (const { id, from, to } of [...spans].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    const found = free.findIndex((until) => until <= from);
    const row = found < 0 ? free.length : found;
    free[row] = to;
    rows.set(id, row);
  }
  return { rows, count: free.length };
}

/** A part of the run, milliseconds since it began. */
export interface Stretch {
  from: number;
  to: number;
}

/** Stretches of at least `leastMs` in which no request was in flight: the run waited. */
export function waits(record: Pick<RunRecord, 'exchanges' | 'durationMs'>, leastMs: number): Stretch[] {
  const busy = [...record.exchanges].sort((a, b) => a.startedMs - b.startedMs);
  const out: Stretch[] = [];
  let until = 0;
  for (const { startedMs, durationMs } of busy) {
    if (startedMs - until >= leastMs) out.push({ from: until, to: startedMs });
    until = Math.max(until, startedMs + durationMs);
  }
  if (record.durationMs - until >= leastMs) out.push({ from: until, to: record.durationMs });
  return out;
}

/** Joins stretches that are closer to each other than `gap`. */
export function merged(stretches: Stretch[], gap: number): Stretch[] {
  const out: Stretch[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last && from <= last.to + gap) last.to = Math.max(last.to, to);
    else out.push({ from, to });
  }
  return out;
}

/** A round step that cuts `span` into four to ten parts. */
export function step(span: number): number {
  const raw = Math.max(1, span) / 8;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  return (([1, 2, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10) as number) * magnitude;
}
