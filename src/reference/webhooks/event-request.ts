import type { ServiceEvent } from '../conversations/model.js';
import type { ReferenceDialect } from '../dialect/dialect.js';
import { fillTemplate, fillText } from '../dialect/dialect.js';

/** The HTTP request that carries an event. */
export interface EventRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** The part of an event that its request carries. */
export type EventFacts = Pick<ServiceEvent, 'name' | 'kind' | 'version' | 'id' | 'ids' | 'at' | 'data'> & {
  user: { id: string };
};

/** The request that carries events to an address, in the dialect's way. */
export function makeEventRequest(
  url: string,
  events: readonly [EventFacts, ...EventFacts[]],
  dialect: ReferenceDialect['event'],
): EventRequest {
  const values = valuesOf(events[0], dialect);
  const filled = events.map((event) => {
    const template = (event.kind === 'delivery' && dialect.receipt) || dialect.template;
    return fillTemplate(template, valuesOf(event, dialect));
  });
  const further = Object.entries(dialect.headers).map(([header, text]) => [header, fillText(text, values)]);
  return {
    url,
    method: 'POST',
    headers: { 'content-type': dialect.contentType, ...Object.fromEntries(further) },
    body: JSON.stringify(
      dialect.envelope === null ? filled[0] : fillTemplate(dialect.envelope, { events: filled }),
    ),
  };
}

/** Pause before a delivery is tried again, by how often it was refused; milliseconds. */
export function pauseAfter(tries: number): number {
  return FIRST_PAUSE_MS * 2 ** (tries - 1);
}

const FIRST_PAUSE_MS = 200;

function valuesOf(
  { name, user, id, ids = [id], at, version, data }: EventFacts,
  { topics }: ReferenceDialect['event'],
): Record<string, unknown> {
  const topic = Object.hasOwn(topics, name) ? topics[name] : topics['*'];
  return { event: name, topic: topic ?? name, user: user.id, id, ids, at, version, data };
}
