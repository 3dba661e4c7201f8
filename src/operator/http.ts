import { placeholders } from '../configuration/operator.js';
import type { HttpAction, HttpInbox, HttpOperatorSettings } from '../configuration/types.js';
import type { InboxItem, InboxResult, OperatorFailure } from '../engine/ports.js';
import { segments } from '../json.js';
import { type Driver, lacking, type Parameters } from './driver.js';
import { connectToDriver, type Reply } from './http-call.js';

/**
 * Drives the employee's side through an HTTP interface of its own, as the configuration describes it. `timeoutMs`
 * limits one action.
 */
export function createHttpOperator(
  { baseUrl, headers, actions, inbox }: HttpOperatorSettings,
  { timeoutMs = 5_000 }: { timeoutMs?: number } = {},
): Driver {
  const driver = connectToDriver({ baseUrl, headers, timeoutMs });
  /** Actions that are configured, and which the interface said it lacks. */
  const missing = new Map<string, string>();
  /** Some inbox could be read: where the next is not found, it is not the configured path that is wrong. */
  let hasRead = false;
  const isConfigured = (action: string): boolean =>
    action === 'inbox' ? inbox !== null : Object.hasOwn(actions, action);
  const supports = (action: string): boolean => isConfigured(action) && !missing.has(action);
  const lacks = (action: string): string =>
    missing.get(action) ?? `"operator.http.actions" has no "${action}"`;
  const unsupported = (action: string): OperatorFailure => ({
    ok: false,
    kind: 'unsupported',
    text: lacks(action),
  });
  const call = async (name: string, action: HttpAction, parameters: Parameters): Promise<Reply> => {
    const reply = await driver.call(action, parameters, { isRepeatable: REPEATABLE.includes(name) });
    if (reply.ok || reply.kind !== 'unsupported') return reply;
    missing.set(name, `the driver answered "${name}" with ${reply.text}`);
    return unsupported(name);
  };
  return {
    name: 'http',
    shows: inbox ? shownNames(inbox) : [],
    supports,
    whyNot: (action) => (supports(action) ? null : lacking(action, lacks(action))),
    perform: async (name, parameters) => {
      const action = supports(name) ? actions[name] : undefined;
      if (!action) return unsupported(name);
      const reply = await call(name, action, parameters);
      return reply.ok ? { ok: true } : reply;
    },
    inbox: async (parameters) => {
      if (!inbox || !supports('inbox')) return unsupported('inbox');
      const reply = await call('inbox', inbox, parameters);
      if (!reply.ok) return hasRead && reply.notFound ? { ok: true, items: [] } : reply;
      const read = readInbox(inbox, reply.text, parameters);
      hasRead ||= read.ok;
      return read;
    },
    close: async () => driver.close(),
  };
}

/** Actions that come to the same if they are done twice. */
const REPEATABLE = ['inbox', 'set_presence'];

/** Names of what is shown, and of the parameters that the inbox is queried by: it can tell those apart. */
function shownNames({ shown, path, headers, body }: HttpInbox): string[] {
  return [...new Set([...Object.keys(shown), ...placeholders([path, headers, body])])];
}

function readInbox(inbox: HttpInbox, text: string, parameters: Parameters): InboxResult {
  try {
    return { ok: true, items: inboxItems(inbox, JSON.parse(text), parameters) };
  } catch (error) {
    const why = error instanceof UnreadableInbox ? error.message : 'the response is not JSON';
    return { ok: false, kind: 'driver', text: why };
  }
}

/** The response does not look as the configuration says: no inbox can be read from it. */
class UnreadableInbox extends Error {}

/**
 * What an inbox response shows, by the configured pointers. If a shown name is also a parameter that was queried by,
 * rows with another value are someone else's and left out. Throws UnreadableInbox: an inbox misread would look like
 * messages that never arrived.
 */
export function inboxItems(inbox: HttpInbox, body: unknown, parameters: Parameters): InboxItem[] {
  const walk = new Walk();
  walk.down(body, segments(inbox.items), []);
  const { rows, missing } = walk;
  if (rows.length === 0 && missing !== null)
    throw new UnreadableInbox(`"items: ${inbox.items}" leads nowhere: the response has no "${missing}"`);
  const { from } = inbox;
  // A pointer that leads nowhere would make every message an employee's, or someone else's.
  const askedFor = Object.entries(inbox.shown).filter(([name]) => Object.hasOwn(parameters, name));
  for (const [name, pointer] of [...(from === null ? [] : [['from', from] as const]), ...askedFor])
    if (rows.length > 0 && rows.every((row) => look(row, pointer) === undefined))
      throw new UnreadableInbox(`"${name}: ${pointer}" leads nowhere in any row of the response`);
  return rows
    .map((row) => ({
      fromUser: from === null || look(row, from) === inbox.fromUser,
      shown: Object.fromEntries(
        Object.entries(inbox.shown)
          .map(([name, pointer]) => [name, look(row, pointer)] as const)
          .filter(([, value]) => value !== undefined),
      ),
    }))
    .filter(({ shown }) => askedFor.every(([name]) => String(shown[name]) === String(parameters[name])));
}

interface Row {
  value: unknown;
  /** Objects and arrays around it, nearest first. */
  around: unknown[];
}

class Walk {
  readonly rows: Row[] = [];
  /** A name of the pointer that some object on the way does not have. */
  missing: string | null = null;

  /** `*` walks an array; an array at the pointer's end is walked too, and null is an empty one. */
  down(value: unknown, [first, ...rest]: readonly string[], around: unknown[]): void {
    if (value === null) return;
    if (first === undefined && !Array.isArray(value)) this.rows.push({ value, around });
    else if (first === undefined || (first === '*' && Array.isArray(value)))
      for (const item of value as unknown[]) this.down(item, rest, [value, ...around]);
    else if (typeof value === 'object' && Object.hasOwn(value, first))
      this.down((value as Record<string, unknown>)[first], rest, [value, ...around]);
    else this.missing = first;
  }
}

/** What a pointer names in a row; if the row has nothing there, in what surrounds it, nearest first. */
function look(row: Row, pointer: string): unknown {
  const path = segments(pointer);
  for (const place of [row.value, ...row.around]) {
    const found = path.reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      place,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
