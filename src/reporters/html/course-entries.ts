import type { CaseRecord } from '../../record/types.js';
import { shortUrl } from './http-text.js';
import type { Model } from './model.js';

export type Lane = 'checker' | 'service' | 'catcher' | 'employee';

/** Something that one part of the system did to another, milliseconds since the run began. */
export interface Entry {
  atMs: number;
  from: Lane;
  to: Lane;
  text: string;
  user: string | null;
  tone: 'plain' | 'bad' | 'event';
  /** Element that shows it. */
  href: string | null;
}

/** All that happened in a case and to its users, in time. */
export function courseOf(model: Model, one: CaseRecord): Entry[] {
  const sent = model
    .exchangesOf(one)
    .flatMap(({ id, request, response, failure, operation, user, startedMs, durationMs }): Entry[] => [
      {
        atMs: startedMs,
        from: 'checker',
        to: 'service',
        text:
          request.method === model.usualMethod && operation !== ''
            ? operation
            : `${request.method} ${operation || shortUrl(request.url, model.record.target.baseUrl)}`,
        user,
        tone: 'plain',
        href: `#x-${id}`,
      },
      {
        atMs: startedMs + durationMs,
        from: 'service',
        to: 'checker',
        text: response ? `${response.status} ${response.reason}`.trimEnd() : (failure?.code ?? 'no response'),
        user,
        tone: response ? 'plain' : 'bad',
        href: `#x-${id}`,
      },
    ]);
  const events = model.eventsOf(one).map(({ atMs, name, method, user, note }): Entry => {
    return {
      atMs,
      from: 'service',
      to: 'catcher',
      text: `${name ?? method}${note ? ` (${note})` : ''}`,
      user,
      tone: 'event',
      href: null,
    };
  });
  const actions = (model.record.actions ?? [])
    .filter(({ caseId }) => caseId === one.id)
    .map(({ action, ok, text, user, startedMs }): Entry => {
      return {
        atMs: startedMs,
        from: 'employee',
        to: 'service',
        text: ok ? action : `${action}: ${text}`,
        user,
        tone: ok ? 'plain' : 'bad',
        href: null,
      };
    });
  return [...sent, ...events, ...actions].sort((a, b) => a.atMs - b.atMs);
}
