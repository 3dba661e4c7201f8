import type { CaseRecord } from '../../record/types.js';
import { outcomeText, shortUrl } from './http-text.js';
import type { Model } from './model.js';

export type Lane = 'checker' | 'service' | 'catcher' | 'employee';

/** Something that one part of the system did to another, milliseconds since the run began. */
export interface Entry {
  atMs: number;
  from: Lane;
  to: Lane;
  text: string;
  tone: 'plain' | 'bad' | 'event';
}

/** All that happened in a case and to its users, in time. */
export function courseOf(model: Model, one: CaseRecord): Entry[] {
  const sent = model
    .exchangesOf(one)
    .flatMap(({ request, response, failure, operation, startedMs, durationMs }): Entry[] => [
      {
        atMs: startedMs,
        from: 'checker',
        to: 'service',
        text:
          request.method === model.usualMethod && operation !== ''
            ? operation
            : `${request.method} ${operation || shortUrl(request.url, model.record.target.baseUrl)}`,
        tone: 'plain',
      },
      {
        atMs: startedMs + durationMs,
        from: 'service',
        to: 'checker',
        text: outcomeText({ response, failure }),
        tone: response ? 'plain' : 'bad',
      },
    ]);
  const events = model.eventsOf(one).map(({ atMs, name, method, note }): Entry => {
    return {
      atMs,
      from: 'service',
      to: 'catcher',
      text: `${name ?? method}${note ? ` (${note})` : ''}`,
      tone: 'event',
    };
  });
  const actions = model.actionsOf(one).map(({ action, ok, text, startedMs }): Entry => {
    return {
      atMs: startedMs,
      from: 'employee',
      to: 'service',
      text: ok ? action.replaceAll('_', ' ') : `${action}: ${text}`,
      tone: ok ? 'plain' : 'bad',
    };
  });
  return [...sent, ...events, ...actions].sort((a, b) => a.atMs - b.atMs);
}
