/**
 * How a deployment fills what the interface leaves open. Templates are JSON values whose strings may hold
 * placeholders; a string that is just one placeholder takes the value with its type.
 */
export interface ReferenceDialect {
  name: string;
  error: {
    /** `{code}` and `{message}`. */
    template: Template;
    codeAs: 'number' | 'digits';
  };
  event: {
    /** `{event}`, `{topic}`, `{user}`, `{id}`, `{at}`, `{version}` and `{data}`, also in keys. */
    template: Template;
    /** `{topic}` of an event by its name; `*`: that of all others. */
    topics: Record<string, string>;
    /** `{events}`: the events that are due for a user at the same time, in one delivery; null: one event a delivery. */
    envelope: Template | null;
    /** Which deliveries have the envelope: all, or just those of several events. */
    enveloped: 'all' | 'several';
    /** Name of the member that holds all this as a JSON text; null: nothing does. */
    wrapped: string | null;
    /** Further headers, with the same placeholders. */
    headers: Record<string, string>;
    contentType: string;
    /** Name of the notification that a user's message was delivered. */
    deliveryName: string;
    /** Template of that notification, with `{ids}` of all messages that it reports; null: as all others. */
    receipt: Template | null;
    /** Whether messages delivered together are reported one by one. */
    receipts: 'each' | 'together';
    /** What a bot writes to a user whose destination is selected; null: nothing. */
    greeting: string | null;
    /** Whether deliveries have a Content-Length. */
    lengths: 'told' | 'untold';
    /** Wait before the first attempt, milliseconds. */
    delayMs: number;
    /** `mixed`: each event of a user waits a random part of the time, so that some overtake others. */
    order: 'kept' | 'mixed';
    /** How often each event is posted. */
    copies: number;
    /** Attempts at a delivery that is refused, with growing pauses in between. */
    tries: number;
    /** What waits while a delivery is retried: the user's other events, or all others. */
    queue: 'user' | 'all';
  };
  address: {
    /** Keys that lead to the address in the request's body. */
    path: string[];
    scope: 'contact-point' | 'version';
    /** A new address is visited once by GET: after it is accepted, or before, as a condition. */
    probe: 'none' | 'after' | 'before';
    /** Methods that read the address back and remove it; null: there are none. */
    read: string | null;
    remove: string | null;
    /** How a JSON value that is not an object is refused. */
    nonObjects: 'data' | 'address';
  };
  request: {
    unknownFields: 'ignored' | 'refused';
    /** `few`: the user, the destination's identifier and a message's content. */
    requiredFields: 'all' | 'few';
    chunkedBodies: 'accepted' | 'refused';
    /** Order in which a request is checked for faults. Account and body need the route, account the key. */
    checks: Check[];
  };
  response: {
    /** Null: responses have no Content-Type. */
    contentType: string | null;
    /** Whether a connection serves further requests. */
    keepAlive: boolean;
    /** Concurrent connections; null: any number. */
    connections: number | null;
    /** Milliseconds after which an idle connection is closed. */
    idleMs: number;
    /** Undocumented fields in every object of a response. */
    furtherFields: 'none' | 'everywhere';
    /** Message ids: random, as UUIDs or in digits, or counted per contact point. */
    messageIds: 'drawn' | 'counted' | 'digits';
    /** Wait before each response, milliseconds. */
    delayMs: number;
  };
  routing: {
    reselection: 'moves' | 'refused';
    /** Whether events are sent where the interface leaves it open. */
    openEvents: 'sent' | 'silent';
    /** Whether a user has one conversation for all versions, or one for each. */
    state: 'shared' | 'version';
  };
  destinations: {
    ids: 'digits' | 'words';
    /** One destination per name. */
    names: string[];
    /** Whose employees are logged in at first. */
    loggedIn: 'all' | 'first' | 'none';
    /** Which destination is not available, and cannot be selected. */
    unavailable: 'none' | 'last';
  };
  /** What happens to texts in transit, in both directions. */
  texts: {
    lineEnds: 'kept' | 'unified';
    edges: 'kept' | 'trimmed';
    /** The Unicode normal form. */
    form: 'kept' | 'composed';
  };
  /**
   * Operations that the restricted account lacks: all; every second one, so that it may list its destinations; those that
   * send messages; or the one that selects a destination.
   */
  accounts: { lacks: 'all' | 'some' | 'messages' | 'selection' };
  /** What becomes of a user's attributes that a later selection does not name. */
  cards: { attributes: 'replaced' | 'merged' };
}

export type Check = 'route' | 'key' | 'account' | 'body';

export type Template = string | number | boolean | null | Template[] | { [key: string]: Template };

export const defaultDialect: ReferenceDialect = {
  name: 'default',
  error: { template: { error: { code: '{code}', message: '{message}' } }, codeAs: 'number' },
  event: {
    template: { event: '{event}', user: '{user}', id: '{id}', at: '{at}', data: '{data}' },
    topics: {},
    envelope: null,
    enveloped: 'all',
    wrapped: null,
    headers: {},
    contentType: 'application/json',
    deliveryName: 'MessageDelivered',
    receipt: null,
    receipts: 'each',
    greeting: null,
    lengths: 'told',
    delayMs: 0,
    order: 'kept',
    copies: 1,
    tries: 6,
    queue: 'user',
  },
  address: {
    path: ['url'],
    scope: 'contact-point',
    probe: 'none',
    read: null,
    remove: null,
    nonObjects: 'data',
  },
  request: {
    unknownFields: 'ignored',
    requiredFields: 'all',
    chunkedBodies: 'accepted',
    checks: ['route', 'key', 'account', 'body'],
  },
  response: {
    contentType: 'application/json',
    keepAlive: true,
    connections: null,
    idleMs: 60_000,
    furtherFields: 'none',
    messageIds: 'drawn',
    delayMs: 0,
  },
  routing: { reselection: 'moves', openEvents: 'silent', state: 'shared' },
  destinations: {
    ids: 'digits',
    names: ['Sales', 'Support', 'Billing'],
    loggedIn: 'all',
    unavailable: 'none',
  },
  texts: { lineEnds: 'kept', edges: 'kept', form: 'kept' },
  accounts: { lacks: 'all' },
  cards: { attributes: 'replaced' },
};

/** Fills `{name}` placeholders in keys and strings; a string that is just one placeholder becomes the value itself. */
export function fillTemplate(template: Template, values: Record<string, unknown>): unknown {
  if (typeof template === 'string') return fillString(template, values);
  if (Array.isArray(template)) return template.map((element) => fillTemplate(element, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [fillText(key, values), fillTemplate(value, values)]),
  );
}

/** Fills placeholders in a text. An unknown one stays. */
export function fillText(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

function fillString(text: string, values: Record<string, unknown>): unknown {
  const placeholder = /^\{(\w+)\}$/.exec(text)?.[1];
  return placeholder !== undefined && Object.hasOwn(values, placeholder)
    ? values[placeholder]
    : fillText(text, values);
}

/** A value with every text in it altered as the dialect alters texts in transit. */
export function carried<T>(value: T, texts: ReferenceDialect['texts']): T {
  return alter(value, texts) as T;
}

function alter(value: unknown, texts: ReferenceDialect['texts']): unknown {
  if (typeof value === 'string') return alterText(value, texts);
  if (Array.isArray(value)) return value.map((item) => alter(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, alter(member, texts)]));
}

function alterText(text: string, { lineEnds, edges, form }: ReferenceDialect['texts']): string {
  const unified = lineEnds === 'kept' ? text : text.replace(/\r\n?/g, '\n');
  const trimmed = edges === 'kept' ? unified : unified.trim();
  return form === 'kept' ? trimmed : trimmed.normalize('NFC');
}
