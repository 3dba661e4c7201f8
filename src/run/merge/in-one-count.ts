import type { Judged, RunRecord } from '../../record/types.js';

/** How far the numbers of a record move. */
interface Offset {
  exchanges: number;
  events: number;
  readings: number;
}

/**
 * The records by their start, exchanges, events and readings numbered through, all times counted from the first start. Which part of a
 * run each was, and what is of one process alone, is left out.
 */
export function inOneCount(records: readonly RunRecord[]): RunRecord[] {
  const sorted = [...records].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const first = Date.parse(sorted[0]?.startedAt ?? '');
  let offset: Offset = { exchanges: 0, events: 0, readings: 0 };
  return sorted.map((record) => {
    const moved = shifted(record, Date.parse(record.startedAt) - first, offset);
    offset = {
      exchanges: offset.exchanges + highest(record.exchanges) + 1,
      events: offset.events + highest(record.events) + 1,
      readings: offset.readings + highest(record.readings ?? []) + 1,
    };
    return moved;
  });
}

function shifted({ shard: _, ...record }: RunRecord, laterMs: number, offset: Offset): RunRecord {
  return {
    ...record,
    cases: record.cases.map((one) => ({
      ...one,
      exchanges: one.exchanges.map((id) => id + offset.exchanges),
      events: one.events.map((id) => id + offset.events),
      ...(one.readings && { readings: one.readings.map((id) => id + offset.readings) }),
      ...(one.judged && { judged: shiftedPlace(one.judged, laterMs, offset) }),
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
    ...(record.readings && {
      readings: record.readings.map((one) => ({
        ...one,
        id: one.id + offset.readings,
        atMs: one.atMs + laterMs,
        untilMs: one.untilMs + laterMs,
      })),
    }),
    ...(record.actions && {
      actions: record.actions.map((one) => ({ ...one, startedMs: one.startedMs + laterMs })),
    }),
  };
}

function shiftedPlace(judged: Judged, laterMs: number, offset: Offset): Judged {
  return {
    ...judged,
    atMs: judged.atMs + laterMs,
    ...(judged.exchange !== undefined && { exchange: judged.exchange + offset.exchanges }),
    ...(judged.event !== undefined && { event: judged.event + offset.events }),
    ...(judged.reading !== undefined && { reading: judged.reading + offset.readings }),
  };
}

function highest(all: readonly { id: number }[]): number {
  return all.reduce((most, { id }) => Math.max(most, id), -1);
}
