import { eventPlaces } from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import { type Caused, cause, reads } from './caused-events.js';
import { answerPlaces, contradict, placesText, tell, tellUnread } from './event-report.js';
import { type EventsSettled, versionsOf } from './events-settled.js';
import { CONFIGURED, type Needed } from './needed.js';
import { settleNameless, settleUserless } from './odd-events.js';

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
