import { operationsOf, routingEvent } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import {
  eventPlaces,
  holdsUser,
  maySight,
  NAMELESS,
  namePlace,
  type Sighting,
  withoutName,
} from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import type { EventDialect } from '../../dialect/types.js';
import { duration } from '../../duration.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import type { Delivery } from '../../engine/ports.js';
import type { Reader } from '../../engine/world.js';
import { letEmployeesAct, selectFor } from './employees.js';
import { patienceMs, writeFirst } from './first-message.js';
import { CONFIGURED, type Needed } from './needed.js';

export interface EventsSettled {
  event: EventDialect | null;
  /** Slowest event of the preflight, milliseconds; null: none came. */
  latencyMs: number | null;
  /** Users of whose event nothing came. */
  unheard: readonly { version: string; user: string }[];
  /** Versions of which any event came. */
  heard: readonly string[];
}

/** An event that came, and after how long. */
type Heard = Sighting & { latencyMs: number };

interface Caused extends Omit<Sighting, 'delivery'> {
  description: Description;
  /** Null: no delivery that may be the event. */
  delivery: Delivery | null;
  latencyMs: number;
  /** Wall clock, milliseconds. */
  started: number;
  /** Further events, that were caused when this one did not come soon. */
  others: readonly Heard[];
}

/**
 * One message of a new user under each version must be answered by an event: the positive control of all absences. What
 * comes tells how long events take, and where they carry their name and the user. Where it does not come soon, any other
 * event tells as well: that of a message of another kind, or of what an employee does.
 */
export async function settleEvents(needed: Needed): Promise<EventsSettled> {
  const { configuration, descriptions, report } = needed;
  const configured = configuration.dialect.event ?? null;
  const reader = createReader(
    { error: null, event: configured, bodies: {}, clearWebhook: null },
    descriptions,
  );
  const caused = await Promise.all(descriptions.map((description) => cause(needed, description, reader)));
  const sightings = caused.flatMap(({ delivery, others, ...one }) => [
    ...(delivery ? [{ ...one, delivery }] : []),
    ...others,
  ]);
  const latencyMs = sightings.length > 0 ? Math.max(...sightings.map((one) => one.latencyMs)) : null;
  const { value, evidence } = eventPlaces(sightings);
  if (sightings.length === 0 && !configured) {
    const odd = settleUserless(needed, caused) ?? settleNameless(needed, caused);
    if (odd) return odd;
  }
  for (const one of caused) tell(needed, one);
  if (configured) {
    const unread = sightings.filter(({ delivery, ...one }) => !reads(reader, delivery, one));
    if (unread.length > 0) contradict(needed, configured, value);
  } else if (value) report.ok('event', `${placesText(value)}; ${evidence}`);
  else if (sightings.length === 0) tellUnread(needed, caused);
  const event = configured ?? value;
  if (event) answerPlaces(needed, event, configured ? CONFIGURED : evidence);
  const silent = caused.filter(({ delivery }) => delivery === null);
  const unheard = silent.map(({ description: { version }, user }) => ({ version, user }));
  return { event, latencyMs, unheard, heard: versionsOf(caused.filter(isHeard)) };
}

function isHeard({ delivery, others }: Caused): boolean {
  return delivery !== null || others.length > 0;
}

function versionsOf(caused: readonly Caused[]): string[] {
  return caused.map(({ description }) => description.version);
}

function answerPlaces({ answers, descriptions }: Needed, event: EventDialect, evidence: string): void {
  for (const { version } of descriptions)
    answers.push({ gap: 'payloads', version, value: placesText(event), evidence });
}

async function cause(needed: Needed, description: Description, reader: Reader): Promise<Caused> {
  const { mailbox, clock, configuration, signal } = needed;
  const { eventTimeoutMs } = configuration.webhook;
  const name = routingEvent(description);
  const started = clock.now();
  const who = await writeFirst(needed, description, 'preflight');
  const comes: Comes = (due, timeoutMs) =>
    mailbox.waitFor(
      (one) => reads(reader, one, due) || maySight({ ...due, delivery: one }),
      timeoutMs,
      signal,
    );
  const first = { name, ...who };
  const soon = patienceMs(eventTimeoutMs);
  const early = await comes(first, soon);
  const [late, others] = early
    ? [early, []]
    : await Promise.all([
        comes(first, eventTimeoutMs - soon),
        otherEvents(needed, description, who, (due) => comes(due, eventTimeoutMs - soon)),
      ]);
  const latencyMs = late ? late.at - started : 0;
  return { description, ...first, delivery: late, latencyMs, started, others };
}

type Due = Omit<Sighting, 'delivery'>;
type Comes = (due: Due, timeoutMs: number) => Promise<Delivery | null>;

/** Causes the events of messages of other kinds, each of a new user, and of what an employee does for this user. */
async function otherEvents(
  needed: Needed,
  description: Description,
  who: Omit<Due, 'name'>,
  comes: (due: Due) => Promise<Delivery | null>,
): Promise<Heard[]> {
  const started = needed.clock.now();
  const heard = async (due: Due): Promise<Heard[]> => {
    const delivery = await comes(due);
    return delivery ? [{ ...due, delivery, latencyMs: delivery.at - started }] : [];
  };
  const name = routingEvent(description);
  const written = operationsOf(description, 'message')
    .slice(1)
    .map(async (operation) =>
      heard({ name, ...(await writeFirst(needed, description, `preflight-${operation}`, operation)) }),
    );
  const act = async (): Promise<Heard[]> => {
    const destination = await selectFor(needed, description, who.user);
    const due = await letEmployeesAct(needed, description, { user: who.user, destination });
    return (await Promise.all(due.map((event) => heard({ ...who, name: event })))).flat();
  };
  return (await Promise.all([...written, act()])).flat();
}

function reads(reader: Reader, delivery: Delivery, due: { name: string; user: string }): boolean {
  return reader
    .events(delivery)
    .some(({ name, user }) => name === due.name && (user === due.user || !reader.namesUsers));
}

function tell(
  { report, configuration, mailbox, operator }: Needed,
  { description, name, user, userField, delivery, latencyMs, others }: Caused,
): void {
  if (delivery) {
    report.ok('event', `${name} of ${description.version} came after ${duration(latencyMs)}`);
    return;
  }
  const missing = `No ${name} of ${description.version} came within ${duration(configuration.webhook.eventTimeoutMs)} of a new user's message`;
  const posted = mailbox.deliveries.filter(({ method }) => method === 'POST');
  if (others.length > 0) {
    const names = [...new Set(others.map((one) => one.name))].join(' and ');
    report.problem('event', `${missing}; ${names} came otherwise.`, 'The cases will say so.');
  } else if (posted.length === 0)
    report.problem(
      'event',
      `${missing}.`,
      `Can the service reach the catcher? See --webhook-url and --listen.${configuration.operator.kind === 'none' ? " With a driver of the employee's side (--operator) other events would tell." : ` Nor did anything come for what an employee did (${operator.name}).`}`,
    );
  else if (posted.some((one) => holdsUser({ delivery: one, name, user, userField })))
    report.problem(
      'event',
      `${missing}. What came for the user ${user} is no ${name} that can be read.`,
      'Are the places of name and user right? See "dialect.event".',
    );
  else
    report.problem(
      'event',
      `${missing}. What did come (${posted.length} in all) does not name the user ${user}.`,
      'The id that the gateway chose must stand in the event. Are the places of name and user right? See "dialect.event".',
    );
}

/** Events that name no user anywhere can still be told by their time: then nothing else may cause any. */
function settleUserless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
  const { mailbox, report } = needed;
  const posted = mailbox.deliveries.filter(
    ({ method, address }) => method === 'POST' && address === MAIN_ADDRESS,
  );
  const started = Math.min(...caused.map((one) => one.started));
  // Later on the run causes other events as well, and what employees write may name the user.
  const until = started + patienceMs(needed.configuration.webhook.eventTimeoutMs);
  const early = posted.filter(({ at }) => at <= until);
  const came = early.length > 0 ? early : posted;
  const named = caused.some((one) => came.some((delivery) => holdsUser({ ...one, delivery })));
  const [name, ...others] = new Set(caused.map((one) => one.name));
  if (named || name === undefined || others.length > 0) return null;
  const { value, evidence } = namePlace(came, name);
  if (!value) return null;
  report.note(
    'event',
    `${placesText(value)}; ${evidence}. Cases with events go one after the other, and those that tell two users apart are skipped.`,
    'If the user stands in events after all: "dialect.event" in the configuration.',
  );
  answerPlaces(needed, value, evidence);
  const latencyMs = Math.max(...came.map(({ at }) => at)) - started;
  return { event: value, latencyMs, unheard: [], heard: versionsOf(caused) };
}

/** No event that is due comes under its name: what comes is read as events of other names, and those that are due are missing. */
function settleNameless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
  const { deliveries } = needed.mailbox;
  const posted = deliveries.filter(({ method, address }) => method === 'POST' && address === MAIN_ADDRESS);
  const came = caused.flatMap((one) =>
    deliveries.map((delivery) => ({ ...one, delivery })).filter(holdsUser),
  );
  const names = new Set(caused.map(({ name }) => name));
  const { value, evidence } = [...names]
    .map((name) => withoutName([...posted, ...came.map(({ delivery }) => delivery)], came, name))
    .toSorted((a, b) => Number(a.value !== null) - Number(b.value !== null))[0] ?? {
    value: null,
    evidence: '',
  };
  if (!value) return null;
  for (const one of caused) tell(needed, one);
  const heard = caused.filter(({ user }) => came.some((one) => one.user === user));
  const latencyMs =
    came.length === 0 ? null : Math.max(...came.map(({ delivery, started }) => delivery.at - started));
  if (value.user === NAMELESS) tellUnread(needed, caused);
  else {
    needed.report.note('event', `${placesText(value)}; ${evidence}.`, NAME_HINT);
    answerPlaces(needed, value, evidence);
  }
  return { event: value, latencyMs, unheard: [], heard: versionsOf(heard) };
}

const NAME_HINT = 'If events say their name after all: "dialect.event" in the configuration.';

/** Something came for the users, but not with both name and id. */
function tellUnread({ report, mailbox }: Needed, caused: readonly Caused[]): void {
  const came = caused.flatMap(({ name, user, userField }) =>
    mailbox.deliveries.map((delivery) => ({ delivery, name, user, userField })).filter(holdsUser),
  );
  if (came.length === 0) return;
  report.problem(
    'event',
    `Where events carry their name and the user is not found: ${eventPlaces(came).evidence}.`,
    '"dialect.event" in the configuration would settle it: { name: /pointer, user: /pointer }.',
  );
}

function contradict({ report }: Needed, configured: EventDialect, found: EventDialect | null): void {
  report.problem(
    'event',
    `"dialect.event" says ${placesText(configured)}, but the events that came are not read so.`,
    `${found ? `They have ${placesText(found)}. ` : ''}The configuration is used all the same.`,
  );
}

function placesText({ name, others = [], user, list }: EventDialect): string {
  const names = [name, ...others].map((place) => JSON.stringify(place));
  return `name ${name === NAMELESS ? 'nowhere' : `at ${names.join(' and ')}`}${others.length > 0 ? ' (where an event differs, that place tells its name)' : ''}, user ${user === null || user === NAMELESS ? 'nowhere' : `at ${JSON.stringify(user)}`}${list == null ? '' : `, events listed at ${JSON.stringify(list)}`}`;
}
