import { duration } from '../../../duration.js';
import type {
  ActionRecord,
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  ReadingRecord,
} from '../../../record/types.js';
import type { Model } from '../model.js';

/** Something that happened in a case, milliseconds since the run began. */
export type Item = { atMs: number; user: string | null } & (
  | { kind: 'exchange'; exchange: ExchangeRecord }
  | { kind: 'event'; event: EventRecord }
  | { kind: 'action'; action: ActionRecord }
  | { kind: 'reading'; reading: ReadingRecord }
);

/**
 * Everything that happened in a case and to its users, in order of time. It is asked for several times in succession for
 * the same case.
 */
export function courseOf(model: Model, testCase: CaseRecord): Item[] {
  if (last?.testCase !== testCase || last.model !== model)
    last = { model, testCase, items: itemsOf(model, testCase) };
  return last.items;
}

let last: { model: Model; testCase: CaseRecord; items: Item[] } | null = null;

function itemsOf(model: Model, testCase: CaseRecord): Item[] {
  const items: Item[] = [
    ...model.exchangesOf(testCase).map((exchange): Item => {
      return { kind: 'exchange', atMs: exchange.startedMs, user: exchange.user, exchange };
    }),
    ...model
      .eventsOf(testCase)
      .map((event): Item => ({ kind: 'event', atMs: event.atMs, user: event.user, event })),
    ...model.actionsOf(testCase).map((action): Item => {
      return { kind: 'action', atMs: action.startedMs, user: action.user, action };
    }),
    ...model.readingsOf(testCase).map((reading): Item => {
      return { kind: 'reading', atMs: reading.atMs, user: reading.user, reading };
    }),
  ];
  return items.sort((a, b) => a.atMs - b.atMs);
}

/** When a case began, which both its diagram and its list count from: milliseconds since the run began. */
export function beginOf({ startedMs }: CaseRecord, [first]: readonly { atMs: number }[]): number {
  return Math.min(startedMs, first?.atMs ?? startedMs);
}

/** Whether it holds what the failure of the case rests on. */
export function isJudged(item: Item, { judged, verdict }: CaseRecord): boolean {
  if (!judged || verdict !== 'fail' || judged.part === 'absent') return false;
  if (item.kind === 'event') return item.event.id === judged.event;
  if (item.kind === 'reading') return item.reading.id === judged.reading;
  return (
    item.kind === 'exchange' &&
    item.exchange.id === judged.exchange &&
    judged.event === undefined &&
    judged.reading === undefined
  );
}

/** How long a case was at work: without the wait at the end that it shares with all others. */
export function activeMs(model: Model, testCase: CaseRecord): number {
  if (testCase.exchanges.length === 0) return 0;
  let end = testCase.startedMs;
  for (const item of courseOf(model, testCase))
    if (item.kind !== 'event') end = Math.max(end, item.atMs + lasting(item));
  return Math.max(0, Math.min(testCase.durationMs, end - testCase.startedMs));
}

function lasting(item: Item): number {
  if (item.kind === 'exchange') return item.exchange.durationMs;
  return item.kind === 'action' ? item.action.durationMs : 0;
}

/** What the employee's side was asked to do: "reply text", "log out at 12", "advance clock by 24 h". */
export function actionWords({ action, destination, moved, online }: ActionRecord): string {
  if (online !== undefined)
    return `log ${online ? 'in' : 'out'}${destination === undefined ? '' : ` at ${destination}`}`;
  const name = action.replaceAll('_', ' ');
  return moved === undefined ? name : `${name} by ${duration(moved.seconds * 1000)}`;
}
