import type { RunRecord } from '../../record/types.js';

/**
 * The records by their start, exchanges and events numbered through, all times counted from the first start. Which part of a
 * run each was, and what is of one process alone, is left out.
 */
export function inOneCount(records: readonly RunRecord[]): RunRecord[] {
  const sorted = [...records].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const first = Date.parse(sorted[0]?.startedAt ?? '');
  let exchanges = 0;
  let events = 0;
  return sorted.map((record) => {
    const moved = shifted(record, Date.parse(record.startedAt) - first, { exchanges, events });
    exchanges += highest(record.exchanges) + 1;
    events += highest(record.events) + 1;
    return moved;
  });
}

function shifted(
  { shard: _, ...record }: RunRecord,
  laterMs: number,
  offset: { exchanges: number; events: number },
): RunRecord {
  return {
    ...record,
    cases: record.cases.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((id) => id + offset.exchanges),
      events: one.events.map((id) => id + offset.events),
      startedMs: one.startedMs + laterMs,
    })),
    exchanges: record.exchanges.map((one) => ({
      ...one,
      id: one.id + offset.exchanges,
      startedMs: one.startedMs + laterMs,
    })),
    events: record.events.map((one) => ({
      ...one,
      id: one.id + offset.events,
      atMs: one.atMs + laterMs,
    })),
    ...(record.actions && {
      actions: record.actions.map((one) => ({ ...one, startedMs: one.startedMs + laterMs })),
    }),
  };
}

function highest(all: readonly { id: number }[]): number {
  return all.reduce((most, { id }) => Math.max(most, id), -1);
}
