import {
  employeeEvents,
  fieldOf,
  operationOf,
  operationsOf,
  requestFields,
  responseFields,
  routingEvent,
} from '../../cases/description-lookups.js';
import { fill, sampleBody } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import { maySight, type Sighting } from '../../dialect/discover-event.js';
import { jsonOf } from '../../dialect/places.js';
import type { EventDialect } from '../../dialect/types.js';
import type { Delivery, HttpResponse, Reader } from '../../engine/ports.js';
import type { PreflightContext } from './context.js';

/** An event that came, and after how long. */
type Heard = Sighting & { latencyMs: number };

export interface CausedEvent extends Omit<Sighting, 'delivery'> {
  description: Description;
  /** Null: no delivery that may be the event. */
  delivery: Delivery | null;
  latencyMs: number;
  /** Wall clock, milliseconds. */
  started: number;
  /** Further events, caused when this one did not come soon. */
  others: readonly Heard[];
}

/** Lets a new user write under a version, and waits for the event; if it does not come soon, others are caused as well. */
export async function cause(
  context: PreflightContext,
  description: Description,
  reader: Reader,
): Promise<CausedEvent> {
  const { mailbox, clock, configuration, signal } = context;
  const { eventTimeoutMs } = configuration.webhook;
  const name = routingEvent(description);
  const started = clock.now();
  const who = await writeFirst(context, description, 'preflight');
  const comes: Comes = (due, timeoutMs) =>
    mailbox.waitFor(
      (delivery) => reads(reader, delivery, due) || maySight({ ...due, delivery }),
      timeoutMs,
      signal,
    );
  const first = { name, ...who };
  const soon = firstMessageTimeoutMs(eventTimeoutMs);
  const early = await comes(first, soon);
  const [delivery, others] = early
    ? [early, []]
    : await Promise.all([
        comes(first, eventTimeoutMs - soon),
        otherEvents(context, description, who, (due) => comes(due, eventTimeoutMs - soon)),
      ]);
  const latencyMs = delivery ? delivery.at - started : 0;
  return { description, ...first, delivery, latencyMs, started, others };
}

type Due = Omit<Sighting, 'delivery'>;
type Comes = (due: Due, timeoutMs: number) => Promise<Delivery | null>;

/** Causes the events of messages of other kinds, each for a new user, and of what an employee does for this user. */
async function otherEvents(
  context: PreflightContext,
  description: Description,
  who: Omit<Due, 'name'>,
  comes: (due: Due) => Promise<Delivery | null>,
): Promise<Heard[]> {
  const started = context.clock.now();
  const heard = async (due: Due): Promise<Heard[]> => {
    const delivery = await comes(due);
    return delivery ? [{ ...due, delivery, latencyMs: delivery.at - started }] : [];
  };
  const name = routingEvent(description);
  const written = operationsOf(description, 'message')
    .slice(1)
    .map(async (operation) =>
      heard({ name, ...(await writeFirst(context, description, `preflight-${operation}`, operation)) }),
    );
  const act = async (): Promise<Heard[]> => {
    const destination = await selectFor(context, description, who.user);
    const due = await letEmployeesAct(context, description, { user: who.user, destination });
    return (await Promise.all(due.map((event) => heard({ ...who, name: event })))).flat();
  };
  return (await Promise.all([...written, act()])).flat();
}

/** Whether a delivery is read as the event that is due. */
export function reads(reader: Reader, delivery: Delivery, due: { name: string; user: string }): boolean {
  return reader
    .events(delivery)
    .some(({ name, user }) => name === due.name && (user === due.user || !reader.namesUsers));
}

export interface EventFindings {
  event: EventDialect | null;
  /** Slowest event of the preflight, milliseconds; null: none came. */
  latencyMs: number | null;
  /** Users whose event did not come. */
  unheard: readonly { version: string; user: string }[];
  /** Versions of which any event came. */
  heard: readonly string[];
}

/** Versions whose events were caused. */
export function versionsOf(events: readonly CausedEvent[]): string[] {
  return events.map(({ description }) => description.version);
}

/** Writes as a new user, whose id contains `mark`; the first message of a conversation causes an event in every version. */
export async function writeFirst(
  { requests, configuration, nonce, writers, messages }: PreflightContext,
  description: Description,
  mark: string,
  operation: string = operationOf(description, 'message'),
): Promise<{ user: string; userField: string }> {
  const user = `u-${nonce}-${mark}-${description.version.replaceAll('.', '-')}`;
  const fields = requestFields(description, operation);
  const userField = fieldOf(fields, 'user') ?? '';
  const body = sampleBody(fields, { user, placeholders: { nonce } });
  writers.set(user, description.version);
  const outcome = await requests.post(description, operation, configuration.target.key, body);
  const id = outcome.kind === 'response' ? idIn(outcome, description, operation) : undefined;
  if (id !== undefined) messages.set(id, user);
  return { user, userField };
}

/** The id that the response gives the message. */
function idIn({ body }: HttpResponse, description: Description, operation: string): string | undefined {
  const field = fieldOf(responseFields(description, operation), 'message-id') ?? '';
  const id = (jsonOf(body) as Record<string, unknown> | null | undefined)?.[field];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const LONGEST_FIRST_WAIT_MS = 2_000;

/** How long the event of a first message is awaited alone; after that, employees act as well if somebody can. */
export function firstMessageTimeoutMs(eventTimeoutMs: number): number {
  return Math.min(LONGEST_FIRST_WAIT_MS, eventTimeoutMs / 2);
}

/**
 * Lets an employee of the destination do everything for a user that causes an event; what ends the conversation comes
 * last. Returns the names of the events that are due then; none if nobody can act or a person would have to.
 */
export async function letEmployeesAct(
  { configuration, operator, nonce, acts, clock }: PreflightContext,
  description: Description,
  { user, destination }: { user: string; destination: string },
): Promise<string[]> {
  if (configuration.operator.kind === 'manual') return [];
  const able = employeeEvents(description).filter(({ action }) => operator.supports(action));
  const due: string[] = [];
  for (const { event, action, parameters } of able.toSorted((a, b) => b.carries.length - a.carries.length)) {
    const said = fill(parameters, { user, nonce, n: '1' }) as Record<string, unknown>;
    acts.push({ action, user, parameters: said, at: clock.now(), answered: 0 });
    const { ok } = await operator.perform(action, {
      version: description.version,
      key: configuration.target.key,
      [description.employee.user]: user,
      [description.employee.destination]: destination,
      ...said,
    });
    if (ok) due.push(event);
  }
  return due;
}

/** Selects a destination for the user, so that messages are delivered; its id, or '' where none is listed. */
export async function selectFor(
  { requests, configuration, destinations, nonce }: PreflightContext,
  description: Description,
  user: string,
): Promise<string> {
  const key = configuration.target.key;
  const listed = await destinations(description.version, key);
  const chosen = listed.find(({ online }) => online) ?? listed[0];
  if (!chosen) return '';
  const operation = operationOf(description, 'select');
  const sample = { user, destination: chosen, placeholders: { nonce } };
  await requests.post(description, operation, key, sampleBody(requestFields(description, operation), sample));
  return chosen.id;
}
