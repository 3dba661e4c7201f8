import { errorPlaces, heldBy, type Provoked, provokeErrors } from '../../dialect/discover-error.js';
import { eventPlaces, holdsUser, NAMELESS, namePlace, withoutName } from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import type { ErrorDialect, EventDialect } from '../../dialect/types.js';
import { duration } from '../../duration.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import { conjunction } from '../../phrases.js';
import {
  type CausedEvent,
  cause,
  type EventFindings,
  firstMessageTimeoutMs,
  reads,
  versionsOf,
} from './caused-events.js';
import { CONFIGURED, type PreflightContext } from './context.js';

/**
 * One message of a new user under each version must be answered by an event: the positive control of all absences. What
 * comes shows how long events take, and where they carry their name and the user. If it does not come soon, any other
 * event will do: that of a message of another kind, or of what an employee does.
 */
export async function settleEvents(context: PreflightContext): Promise<EventFindings> {
  const { configuration, descriptions, report } = context;
  const configured = configuration.dialect.event ?? null;
  const reader = createReader(
    { error: null, event: configured, bodies: {}, clearWebhook: null },
    descriptions,
  );
  const causedEvents = await Promise.all(
    descriptions.map((description) => cause(context, description, reader)),
  );
  const sightings = causedEvents.flatMap(({ delivery, others, ...sighting }) => [
    ...(delivery ? [{ ...sighting, delivery }] : []),
    ...others,
  ]);
  const latencyMs = sightings.length > 0 ? Math.max(...sightings.map((heard) => heard.latencyMs)) : null;
  const { value, evidence } = eventPlaces(sightings);
  if (sightings.length === 0 && !configured) {
    const odd = settleUserless(context, causedEvents) ?? settleNameless(context, causedEvents);
    if (odd) return odd;
  }
  for (const event of causedEvents) reportEvent(context, event);
  if (configured) {
    const unread = sightings.filter(({ delivery, ...sighting }) => !reads(reader, delivery, sighting));
    if (unread.length > 0) contradict(context, configured, value);
  } else if (value) report.ok('event', `${placesText(value)}; ${evidence}`);
  else if (sightings.length === 0) reportUnreadable(context, causedEvents);
  const event = configured ?? value;
  if (event) answerPlaces(context, event, configured ? CONFIGURED : evidence);
  const silent = causedEvents.filter(({ delivery }) => delivery === null);
  const unheard = silent.map(({ description: { version }, user }) => ({ version, user }));
  return { event, latencyMs, unheard, heard: versionsOf(causedEvents.filter(isHeard)) };
}

function isHeard({ delivery, others }: CausedEvent): boolean {
  return delivery !== null || others.length > 0;
}

/** Events that name no user can still be attributed by their time: but then nothing else may cause any. */
function settleUserless(
  context: PreflightContext,
  causedEvents: readonly CausedEvent[],
): EventFindings | null {
  const { mailbox, report } = context;
  const posted = mailbox.deliveries.filter(
    ({ method, address }) => method === 'POST' && address === MAIN_ADDRESS,
  );
  const started = Math.min(...causedEvents.map(({ started }) => started));
  // Later in the run other things cause events as well, and what employees write may name the user.
  const until = started + firstMessageTimeoutMs(context.configuration.webhook.eventTimeoutMs);
  const early = posted.filter(({ at }) => at <= until);
  const came = early.length > 0 ? early : posted;
  const named = causedEvents.some((event) => came.some((delivery) => holdsUser({ ...event, delivery })));
  const [name, ...others] = new Set(causedEvents.map(({ name }) => name));
  if (named || name === undefined || others.length > 0) return null;
  const { value, evidence } = namePlace(came, name);
  if (!value) return null;
  report.note(
    'event',
    `${placesText(value)}; ${evidence}. Cases with events go one after the other, and those that tell two users apart are skipped.`,
    'If events do name the user, set "dialect.event" in the configuration.',
  );
  answerPlaces(context, value, evidence);
  const latencyMs = Math.max(...came.map(({ at }) => at)) - started;
  return { event: value, latencyMs, unheard: [], heard: versionsOf(causedEvents) };
}

/** No due event comes under its name: what comes is read as events of other names, and the due ones are missing. */
function settleNameless(
  context: PreflightContext,
  causedEvents: readonly CausedEvent[],
): EventFindings | null {
  const { deliveries } = context.mailbox;
  const posted = deliveries.filter(({ method, address }) => method === 'POST' && address === MAIN_ADDRESS);
  const came = causedEvents.flatMap((event) =>
    deliveries.map((delivery) => ({ ...event, delivery })).filter(holdsUser),
  );
  const names = new Set(causedEvents.map(({ name }) => name));
  const { value, evidence } = [...names]
    .map((name) => withoutName([...posted, ...came.map(({ delivery }) => delivery)], came, name))
    .toSorted((a, b) => Number(a.value !== null) - Number(b.value !== null))[0] ?? {
    value: null,
    evidence: '',
  };
  if (!value) return null;
  for (const event of causedEvents) reportEvent(context, event);
  const heard = causedEvents.filter(({ user }) => came.some((event) => event.user === user));
  const latencyMs =
    came.length === 0 ? null : Math.max(...came.map(({ delivery, started }) => delivery.at - started));
  if (value.user === NAMELESS) reportUnreadable(context, causedEvents);
  else {
    context.report.note('event', `${placesText(value)}; ${evidence}.`, NAME_HINT);
    answerPlaces(context, value, evidence);
  }
  return { event: value, latencyMs, unheard: [], heard: versionsOf(heard) };
}

const NAME_HINT = 'If events do carry a name, set "dialect.event" in the configuration.';

/** Reports for a version whether its event came, and what is odd about what came instead. */
function reportEvent(
  { report, configuration, mailbox, operator }: PreflightContext,
  { description, name, user, userField, delivery, latencyMs, others }: CausedEvent,
): void {
  if (delivery) {
    report.ok('event', `${name} of ${description.version} arrived after ${duration(latencyMs)}`);
    return;
  }
  const missing = `No ${name} of ${description.version} arrived within ${duration(configuration.webhook.eventTimeoutMs)} of a new user's message`;
  const posted = mailbox.deliveries.filter(({ method }) => method === 'POST');
  if (others.length > 0) {
    const names = conjunction([...new Set(others.map((heard) => heard.name))]);
    report.problem('event', `${missing}; only ${names} arrived.`, 'The cases will report it.');
  } else if (posted.length === 0)
    report.problem(
      'event',
      `${missing}.`,
      `Can the service reach the catcher? See --webhook-url and --listen.${configuration.operator.kind === 'none' ? " A driver of the employee's side (--operator) would show whether other events arrive." : ` Nothing arrived after an employee's actions either (${operator.name}).`}`,
    );
  else if (posted.some((delivery) => holdsUser({ delivery, name, user, userField })))
    report.problem(
      'event',
      `${missing}. What arrived for the user ${user} is not a ${name} that can be read.`,
      'Are the configured places of the name and the user correct? See "dialect.event".',
    );
  else
    report.problem(
      'event',
      `${missing}. ${posted.length === 1 ? 'The only delivery does not name' : `None of the ${posted.length} deliveries names`} the user ${user}.`,
      'The event must contain the id that the gateway chose. Are the configured places of the name and the user correct? See "dialect.event".',
    );
}

/** Something came for the users, but not with both name and id. */
function reportUnreadable({ report, mailbox }: PreflightContext, causedEvents: readonly CausedEvent[]): void {
  const came = causedEvents.flatMap(({ name, user, userField }) =>
    mailbox.deliveries.map((delivery) => ({ delivery, name, user, userField })).filter(holdsUser),
  );
  if (came.length === 0) return;
  report.problem(
    'event',
    `Where events carry their name and user could not be discovered: ${eventPlaces(came).evidence}.`,
    'Set "dialect.event" in the configuration: { name: /pointer, user: /pointer }.',
  );
}

/** The configuration names other places than the events show. */
function contradict(
  { report }: PreflightContext,
  configured: EventDialect,
  found: EventDialect | null,
): void {
  report.problem(
    'event',
    `"dialect.event" says ${placesText(configured)}, but the events that arrived cannot be read that way.`,
    `${found ? `They have ${placesText(found)}. ` : ''}The configuration is used all the same.`,
  );
}

/** Where events carry their name and user, in words. */
function placesText({ name, others = [], qualified, user, userPrefix, list, wrapped }: EventDialect): string {
  const names = [name, ...others].map((place) => JSON.stringify(place));
  const differing =
    others.length > 0 ? ' (if an event differs in one of them, that place holds its name)' : '';
  return [
    name === NAMELESS ? 'no name' : `name at ${conjunction(names)}${differing}`,
    ...(qualified ? ['qualified as in com.example.Name'] : []),
    user === null || user === NAMELESS ? 'user nowhere' : `user at ${JSON.stringify(user)}`,
    ...(userPrefix == null ? [] : [`preceded by ${JSON.stringify(userPrefix)}`]),
    ...(list == null ? [] : [`events listed at ${JSON.stringify(list)}`]),
    ...(wrapped == null ? [] : [`the text at ${JSON.stringify(wrapped)} read as JSON`]),
  ].join(', ');
}

/** Takes note of the places for the record. */
function answerPlaces(
  { answers, descriptions }: PreflightContext,
  event: EventDialect,
  evidence: string,
): void {
  for (const { version } of descriptions)
    answers.push({ gap: 'payloads', version, value: placesText(event), evidence });
}

/** Settles where errors carry code and message: as configured, otherwise as found. Null: neither is known. */
export async function settleErrors(
  context: PreflightContext,
  unregistered: string,
): Promise<ErrorDialect | null> {
  const { configuration, descriptions, report, requests, answers, nonce } = context;
  const provoker = { main: configuration.target.key, unregistered, nonce };
  const provoked = await provokeErrors(descriptions, requests, provoker);
  const { value, evidence } = errorPlaces(provoked);
  const configured = configuration.dialect.error ?? null;
  if (configured) compare(context, configured, value, provoked);
  else if (value?.code != null && value.message !== null)
    report.ok('errors', `${errorPlacesText(value)}; ${evidence}`);
  else
    report.problem(
      'errors',
      `Could not discover where errors carry code and message: ${evidence}. They are looked for in the whole body.`,
      'Set "dialect.error" in the configuration: { code: /pointer, message: /pointer }.',
    );
  const used = configured ?? value;
  for (const { version } of descriptions)
    answers.push({
      gap: 'error-shape',
      version,
      value: errorPlacesText(used ?? { code: null, message: null }),
      evidence: configured ? CONFIGURED : evidence,
    });
  return used;
}

/** The configuration wins, but the report says where the target contradicts it. */
function compare(
  { report }: PreflightContext,
  configured: ErrorDialect,
  found: ErrorDialect | null,
  provoked: readonly Provoked[],
): void {
  const held = heldBy(configured, provoked);
  if (held * 2 > provoked.length) {
    report.ok(
      'errors',
      `${errorPlacesText(configured)}, as configured; held in ${held} of ${provoked.length} provoked errors`,
    );
    return;
  }
  report.problem(
    'errors',
    `"dialect.error" says ${errorPlacesText(configured)}, but only ${held} of ${provoked.length} provoked errors have both there.`,
    found
      ? `The target has ${errorPlacesText(found)}. The configuration is used all the same.`
      : 'The configuration is used all the same.',
  );
}

function errorPlacesText({ others = [], ...usual }: ErrorDialect): string {
  return [usual, ...others].map(pairText).join('; in some errors ');
}

function pairText({ code, message }: Omit<ErrorDialect, 'others'>): string {
  const place = (pointer: string | null): string =>
    pointer === null ? 'in no fixed place' : `at ${JSON.stringify(pointer)}`;
  return `code ${place(code)}, message ${place(message)}`;
}
