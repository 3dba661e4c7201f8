import type { CaseRecord } from '../../../record/types.js';
import type { Model } from '../model.js';
import { actionWords, courseOf, type Item, isJudged } from './course.js';
import { outcomeText, shortUrl } from './evidence-text.js';

export type Lane = 'checker' | 'service' | 'catcher' | 'employee';

/** An arrow of the picture; `ghost`: what should have been there. */
export interface Arrow {
  atMs: number;
  from: Lane;
  to: Lane;
  text: string;
  tone: 'plain' | 'bad' | 'event' | 'ghost';
  response?: true;
  /** For a move that overlapped others: when it ended. */
  untilMs?: number;
}

/** What a picture shows of a case: its arrows, and how many before them are left out. */
export interface Drawn {
  arrows: Arrow[];
  earlier: number;
  later: number;
}

/** The course of a case as arrows. If there are too many, the fault stays and preparation is left out. */
export function drawnOf(model: Model, testCase: CaseRecord): Drawn {
  const items = courseOf(model, testCase);
  const arrows = items.flatMap((item) => arrowsOf(model, testCase, item, isConcurrent(item, items)));
  const ghost = ghostOf(testCase);
  const all = [...arrows, ...(ghost ? [ghost] : [])].sort((a, b) => a.atMs - b.atMs);
  const most = model.budget.drawnItems;
  if (all.length <= most) return { arrows: all, earlier: 0, later: 0 };
  const fault = all.findLastIndex(({ tone }) => tone === 'bad' || tone === 'ghost');
  const end = fault < 0 ? all.length : Math.min(all.length, fault + 1 + AFTER);
  const start = Math.max(0, end - most);
  return { arrows: all.slice(start, end), earlier: start, later: all.length - end };
}

/** Arrows after the fault that are shown. */
const AFTER = 3;

function isConcurrent(item: Item, items: readonly Item[]): boolean {
  if (item.kind !== 'exchange') return false;
  const { startedMs, durationMs, id } = item.exchange;
  return items.some(
    (other) =>
      other.kind === 'exchange' &&
      other.exchange.id !== id &&
      other.exchange.startedMs < startedMs + durationMs &&
      startedMs < other.exchange.startedMs + other.exchange.durationMs,
  );
}

function arrowsOf(model: Model, testCase: CaseRecord, item: Item, concurrent: boolean): Arrow[] {
  const bad = isJudged(item, testCase);
  switch (item.kind) {
    case 'exchange': {
      const { request, response, failure, operation, startedMs, durationMs } = item.exchange;
      const name =
        request.method === model.usualMethod && operation !== ''
          ? operation
          : `${request.method} ${operation || shortUrl(request.url, model.record.target.baseUrl)}`;
      const endMs = startedMs + durationMs;
      return [
        {
          atMs: startedMs,
          from: 'checker',
          to: 'service',
          text: name,
          tone: 'plain',
          ...(concurrent && { untilMs: endMs }),
        },
        {
          atMs: endMs,
          from: 'service',
          to: 'checker',
          text: outcomeText({ response, failure }),
          tone: bad || !response ? 'bad' : 'plain',
          response: true,
        },
      ];
    }
    case 'event': {
      const { atMs, name, method, note } = item.event;
      const text = `${name ?? method}${note ? ` (${note})` : ''}`;
      return [{ atMs, from: 'service', to: 'catcher', text, tone: bad ? 'bad' : 'event' }];
    }
    case 'action': {
      const { action, ok, text, startedMs } = item.action;
      return [
        {
          atMs: startedMs,
          from: 'employee',
          to: 'service',
          text: ok ? actionWords(item.action) : `${action}: ${text}`,
          tone: ok ? 'plain' : 'bad',
        },
      ];
    }
    case 'reading': {
      const { untilMs, items } = item.reading;
      const text = items.length === 0 ? 'inbox: empty' : `inbox: ${items.length}`;
      return [{ atMs: untilMs, from: 'service', to: 'employee', text, tone: bad ? 'bad' : 'plain' }];
    }
  }
}

/** The event or message that did not come, where it should have been. */
function ghostOf({ judged, verdict }: CaseRecord): Arrow | null {
  if (verdict !== 'fail' || judged?.part !== 'absent') return null;
  const inbox = judged.reading !== undefined;
  return {
    atMs: judged.atMs,
    from: 'service',
    to: inbox ? 'employee' : 'catcher',
    text: inbox ? 'message missing' : `no ${judged.about ?? 'event'}`,
    tone: 'ghost',
  };
}
