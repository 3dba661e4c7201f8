import { routingEvent } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import { eventPlaces, holdsUser, maySight, namePlace, type Sighting } from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import type { EventDialect } from '../../dialect/types.js';
import { duration } from '../../duration.js';
import type { Delivery } from '../../engine/ports.js';
import { MAIN_ADDRESS } from '../../engine/steps/address.js';
import type { Reader } from '../../engine/world.js';
import { writeFirst } from './first-message.js';
import { CONFIGURED, type Needed } from './needed.js';

export interface EventsSettled {
  event: EventDialect | null;
  /** Slowest event of the preflight, milliseconds; null: none came. */
  latencyMs: number | null;
  /** Users of whose event nothing came. */
  unheard: readonly { version: string; user: string }[];
}

interface Caused extends Omit<Sighting, 'delivery'> {
  description: Description;
  /** Null: no delivery that may be the event. */
  delivery: Delivery | null;
  latencyMs: number;
  /** Wall clock, milliseconds. */
  started: number;
}

/**
 * One message of a new user under each version must be answered by an event: the positive control of all absences. What
 * comes tells how long events take, and where they carry their name and the user.
 */
export async function settleEvents(needed: Needed): Promise<EventsSettled> {
  const { configuration, descriptions, report } = needed;
  const configured = configuration.dialect.event ?? null;
  const reader = createReader(
    { error: null, event: configured, bodies: {}, clearWebhook: null },
    descriptions,
  );
  const caused = await Promise.all(descriptions.map((description) => cause(needed, description, reader)));
  const sightings = caused.filter((one): one is Caused & { delivery: Delivery } => one.delivery !== null);
  const latencyMs = sightings.length > 0 ? Math.max(...sightings.map((one) => one.latencyMs)) : null;
  const { value, evidence } = eventPlaces(sightings);
  if (sightings.length === 0 && !configured) {
    const userless = settleUserless(needed, caused);
    if (userless) return userless;
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
  return { event, latencyMs, unheard };
}

function answerPlaces({ answers, descriptions }: Needed, event: EventDialect, evidence: string): void {
  for (const { version } of descriptions)
    answers.push({ gap: 'payloads', version, value: placesText(event), evidence });
}

async function cause(needed: Needed, description: Description, reader: Reader): Promise<Caused> {
  const { mailbox, clock, configuration, signal } = needed;
  const name = routingEvent(description);
  const started = clock.now();
  const { user, userField } = await writeFirst(needed, description, 'preflight');
  const delivery = await mailbox.waitFor(
    (one) => reads(reader, one, { name, user }) || maySight({ delivery: one, name, user, userField }),
    configuration.webhook.eventTimeoutMs,
    signal,
  );
  return {
    description,
    name,
    user,
    userField,
    delivery,
    latencyMs: delivery ? delivery.at - started : 0,
    started,
  };
}

function reads(reader: Reader, delivery: Delivery, due: { name: string; user: string }): boolean {
  return reader
    .events(delivery)
    .some(({ name, user }) => name === due.name && (user === due.user || !reader.namesUsers));
}

function tell(
  { report, configuration, mailbox }: Needed,
  { description, name, user, delivery, latencyMs }: Caused,
): void {
  if (delivery) {
    report.ok('event', `${name} of ${description.version} came after ${duration(latencyMs)}`);
    return;
  }
  const missing = `No ${name} of ${description.version} came within ${duration(configuration.webhook.eventTimeoutMs)} of a new user's message`;
  const others = mailbox.deliveries.filter(({ method }) => method === 'POST').length;
  if (others === 0)
    report.problem(
      'event',
      `${missing}.`,
      'Can the service reach the catcher? See --webhook-url and --listen.',
    );
  else
    report.problem(
      'event',
      `${missing}. What did come (${others} in all) does not name the user ${user}.`,
      'The id that the gateway chose must stand in the event. Are the places of name and user right? See "dialect.event".',
    );
}

/** Events that name no user anywhere can still be told by their time: then nothing else may cause any. */
function settleUserless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
  const { mailbox, report } = needed;
  const posted = mailbox.deliveries.filter(
    ({ method, address }) => method === 'POST' && address === MAIN_ADDRESS,
  );
  const named = caused.some((one) => posted.some((delivery) => holdsUser({ ...one, delivery })));
  const [name, ...others] = new Set(caused.map((one) => one.name));
  if (named || name === undefined || others.length > 0) return null;
  const { value, evidence } = namePlace(posted, name);
  if (!value) return null;
  report.note(
    'event',
    `${placesText(value)}; ${evidence}. Cases with events go one after the other, and those that tell two users apart are skipped.`,
    'If the user stands in events after all: "dialect.event" in the configuration.',
  );
  answerPlaces(needed, value, evidence);
  const started = Math.min(...caused.map((one) => one.started));
  return { event: value, latencyMs: Math.max(...posted.map(({ at }) => at)) - started, unheard: [] };
}

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
  return `name at ${names.join(' and ')}${others.length > 0 ? ' (where an event differs, that place tells its name)' : ''}, user ${user === null ? 'nowhere' : `at ${JSON.stringify(user)}`}${list == null ? '' : `, events listed at ${JSON.stringify(list)}`}`;
}
