import type { HttpInbox, HttpOperatorSettings } from '../configuration/types.js';
import type { InboxResult } from '../engine/ports.js';
import { placeholders } from '../placeholders.js';
import type { Driver } from './driver.js';
import type { Parameters } from './fill.js';
import { openDriver } from './http-call.js';
import { inboxItems, UnreadableInbox } from './inbox-rows.js';
import { lacking } from './lacking.js';

/**
 * Drives the employee's side through an HTTP interface of its own, as the configuration describes it.
 * `timeoutMs` is the time of one action.
 */
export function createHttpOperator(
  { baseUrl, headers, actions, inbox }: HttpOperatorSettings,
  { timeoutMs = 5_000 }: { timeoutMs?: number } = {},
): Driver {
  const driver = openDriver({ baseUrl, headers, timeoutMs });
  const supports = (action: string): boolean =>
    action === 'inbox' ? inbox !== null : Object.hasOwn(actions, action);
  const lacks = (action: string): string => `"operator.http.actions" has no "${action}"`;
  return {
    name: 'http',
    shows: inbox ? shownNames(inbox) : [],
    supports,
    whyNot: (action) => (supports(action) ? null : lacking(action, lacks(action))),
    perform: async (name, parameters) => {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) return { ok: false, kind: 'unsupported', text: lacks(name) };
      const reply = await driver.call(action, parameters);
      return reply.ok ? { ok: true } : reply;
    },
    inbox: async (parameters) => {
      if (!inbox) return { ok: false, kind: 'unsupported', text: lacks('inbox') };
      const reply = await driver.call(inbox, parameters);
      return reply.ok ? readInbox(inbox, reply.text, parameters) : reply;
    },
    close: async () => driver.close(),
  };
}

/** Names of what is shown, and of the parameters that the inbox is asked by: it can tell those apart. */
function shownNames({ shown, path, headers, body }: HttpInbox): string[] {
  return [...new Set([...Object.keys(shown), ...placeholders([path, headers, body])])];
}

function readInbox(inbox: HttpInbox, text: string, parameters: Parameters): InboxResult {
  try {
    return { ok: true, items: inboxItems(inbox, JSON.parse(text), parameters) };
  } catch (error) {
    const why = error instanceof UnreadableInbox ? error.message : 'the answer is no JSON';
    return { ok: false, kind: 'driver', text: why };
  }
}
