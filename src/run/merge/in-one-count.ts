import type { HistoryRecord, Judged, RunRecord } from '../../record/types.js';

/** By how much the numbers of a record shift. */
interface Offset {
  exchanges: number;
  events: number;
  readings: number;
}

/**
 * The records in order of their start, with exchanges, events and readings numbered consecutively and all times counted
 * from the first start. Leaves out which part of a run each was, and what concerns one process only.
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

function shifted(
  { shard: _, idleDriver: __, sameContactPoint: ___, ...record }: RunRecord,
  laterMs: number,
  offset: Offset,
): RunRecord {
  return {
    ...record,
    cases: record.cases.map((testCase) => ({
      ...testCase,
      exchanges: testCase.exchanges.map((id) => id + offset.exchanges),
      events: testCase.events.map((id) => id + offset.events),
      ...(testCase.readings && { readings: testCase.readings.map((id) => id + offset.readings) }),
      ...(testCase.judged && { judged: shiftedPlace(testCase.judged, laterMs, offset) }),
      startedMs: testCase.startedMs + laterMs,
    })),
    exchanges: record.exchanges.map((exchange) => ({
      ...exchange,
      id: exchange.id + offset.exchanges,
      startedMs: exchange.startedMs + laterMs,
    })),
    events: record.events.map((event) => ({
      ...event,
      id: event.id + offset.events,
      atMs: event.atMs + laterMs,
    })),
    ...(record.readings && {
      readings: record.readings.map((readingRecord) => ({
        ...readingRecord,
        id: readingRecord.id + offset.readings,
        atMs: readingRecord.atMs + laterMs,
        untilMs: readingRecord.untilMs + laterMs,
      })),
    }),
    ...(record.actions && {
      actions: record.actions.map((action) => ({ ...action, startedMs: action.startedMs + laterMs })),
    }),
  };
}

function shiftedPlace(judged: Judged, laterMs: number, offset: Offset): Judged {
  return {
    ...judged,
    atMs: judged.atMs + laterMs,
    ...(judged.history && { history: shiftedHistory(judged.history, laterMs) }),
    ...(judged.exchange !== undefined && { exchange: judged.exchange + offset.exchanges }),
    ...(judged.event !== undefined && { event: judged.event + offset.events }),
    ...(judged.reading !== undefined && { reading: judged.reading + offset.readings }),
  };
}

function shiftedHistory(history: HistoryRecord, laterMs: number): HistoryRecord {
  return {
    ...history,
    together: history.together.map((move) => ({
      ...move,
      fromMs: move.fromMs + laterMs,
      toMs: move.toMs + laterMs,
    })),
  };
}

function highest(all: readonly { id: number }[]): number {
  return all.reduce((most, { id }) => Math.max(most, id), -1);
}
