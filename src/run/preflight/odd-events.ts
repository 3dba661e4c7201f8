import { holdsUser, NAMELESS, namePlace, withoutName } from '../../dialect/discover-event.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import type { Caused } from './caused-events.js';
import { answerPlaces, placesText, tell, tellUnread } from './event-report.js';
import { type EventsSettled, versionsOf } from './events-settled.js';
import { firstMessageTimeoutMs } from './first-message.js';
import type { Needed } from './needed.js';

/** Events that name no user anywhere can still be told by their time: then nothing else may cause any. */
export function settleUserless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
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
    'If the user stands in events after all: "dialect.event" in the configuration.',
  );
  answerPlaces(needed, value, evidence);
  const latencyMs = Math.max(...came.map(({ at }) => at)) - started;
  return { event: value, latencyMs, unheard: [], heard: versionsOf(caused) };
}

/** No event that is due comes under its name: what comes is read as events of other names, and those that are due are missing. */
export function settleNameless(needed: Needed, caused: readonly Caused[]): EventsSettled | null {
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

const NAME_HINT = 'If events say their name after all: "dialect.event" in the configuration.';
