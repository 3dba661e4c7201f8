import { eventPlaces, holdsUser, NAMELESS, namePlace, withoutName } from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import { type Caused, cause, type EventsSettled, reads, versionsOf } from './caused-events.js';
import { answerPlaces, contradict, placesText, tell, tellUnread } from './event-report.js';
import { CONFIGURED, type Needed } from './needed.js';
import { firstMessageTimeoutMs } from './stimuli.js';

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
  const sightings = caused.flatMap(({ delivery, others, ...sighting }) => [
    ...(delivery ? [{ ...sighting, delivery }] : []),
    ...others,
  ]);
  const latencyMs = sightings.length > 0 ? Math.max(...sightings.map((heard) => heard.latencyMs)) : null;
  const { value, evidence } = eventPlaces(sightings);
  if (sightings.length === 0 && !configured) {
    const odd = settleUserless(needed, caused) ?? settleNameless(needed, caused);
    if (odd) return odd;
  }
  for (const event of caused) tell(needed, event);
  if (configured) {
    const unread = sightings.filter(({ delivery, ...sighting }) => !reads(reader, delivery, sighting));
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

/** Events that name no user can still be attributed by their time: then nothing else may cause any. */
function settleUserless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
  const { mailbox, report } = needed;
  const posted = mailbox.deliveries.filter(
    ({ method, address }) => method === 'POST' && address === MAIN_ADDRESS,
  );
  const started = Math.min(...caused.map((caused) => caused.started));
  // Later on the run causes other events as well, and what employees write may name the user.
  const until = started + firstMessageTimeoutMs(needed.configuration.webhook.eventTimeoutMs);
  const early = posted.filter(({ at }) => at <= until);
  const came = early.length > 0 ? early : posted;
  const named = caused.some((caused) => came.some((delivery) => holdsUser({ ...caused, delivery })));
  const [name, ...others] = new Set(caused.map((caused) => caused.name));
  if (named || name === undefined || others.length > 0) return null;
  const { value, evidence } = namePlace(came, name);
  if (!value) return null;
  report.note(
    'event',
    `${placesText(value)}; ${evidence}. Cases with events go one after the other, and those that tell two users apart are skipped.`,
    'If events do name the user, set "dialect.event" in the configuration.',
  );
  answerPlaces(needed, value, evidence);
  const latencyMs = Math.max(...came.map(({ at }) => at)) - started;
  return { event: value, latencyMs, unheard: [], heard: versionsOf(caused) };
}

/** No event that is due comes under its name: what comes is read as events of other names, and those that are due are missing. */
function settleNameless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
  const { deliveries } = needed.mailbox;
  const posted = deliveries.filter(({ method, address }) => method === 'POST' && address === MAIN_ADDRESS);
  const came = caused.flatMap((caused) =>
    deliveries.map((delivery) => ({ ...caused, delivery })).filter(holdsUser),
  );
  const names = new Set(caused.map(({ name }) => name));
  const { value, evidence } = [...names]
    .map((name) => withoutName([...posted, ...came.map(({ delivery }) => delivery)], came, name))
    .toSorted((a, b) => Number(a.value !== null) - Number(b.value !== null))[0] ?? {
    value: null,
    evidence: '',
  };
  if (!value) return null;
  for (const event of caused) tell(needed, event);
  const heard = caused.filter(({ user }) => came.some((event) => event.user === user));
  const latencyMs =
    came.length === 0 ? null : Math.max(...came.map(({ delivery, started }) => delivery.at - started));
  if (value.user === NAMELESS) tellUnread(needed, caused);
  else {
    needed.report.note('event', `${placesText(value)}; ${evidence}.`, NAME_HINT);
    answerPlaces(needed, value, evidence);
  }
  return { event: value, latencyMs, unheard: [], heard: versionsOf(heard) };
}

const NAME_HINT = 'If events do carry a name, set "dialect.event" in the configuration.';
