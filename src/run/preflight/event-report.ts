import { eventPlaces, holdsUser, NAMELESS } from '../../dialect/discover-event.js';
import type { EventDialect } from '../../dialect/types.js';
import { duration } from '../../duration.js';
import type { Caused } from './caused-events.js';
import type { Needed } from './needed.js';

/** Tells of a version whether its event came, and what is odd about what came in its place. */
export function tell(
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
    const names = [...new Set(others.map((heard) => heard.name))].join(' and ');
    report.problem('event', `${missing}; ${names} came otherwise.`, 'The cases will say so.');
  } else if (posted.length === 0)
    report.problem(
      'event',
      `${missing}.`,
      `Can the service reach the catcher? See --webhook-url and --listen.${configuration.operator.kind === 'none' ? " With a driver of the employee's side (--operator) other events would tell." : ` Nor did anything come for what an employee did (${operator.name}).`}`,
    );
  else if (posted.some((delivery) => holdsUser({ delivery: delivery, name, user, userField })))
    report.problem(
      'event',
      `${missing}. What came for the user ${user} is not a ${name} that can be read.`,
      'Are the configured places of name and user right? See "dialect.event".',
    );
  else
    report.problem(
      'event',
      `${missing}. What did come (${posted.length} in all) does not name the user ${user}.`,
      'The id that the gateway chose must stand in the event. Are the configured places of name and user right? See "dialect.event".',
    );
}

/** Something came for the users, but not with both name and id. */
export function tellUnread({ report, mailbox }: Needed, caused: readonly Caused[]): void {
  const came = caused.flatMap(({ name, user, userField }) =>
    mailbox.deliveries.map((delivery) => ({ delivery, name, user, userField })).filter(holdsUser),
  );
  if (came.length === 0) return;
  report.problem(
    'event',
    `Where events carry their name and user could not be discovered: ${eventPlaces(came).evidence}.`,
    'Set "dialect.event" in the configuration: { name: /pointer, user: /pointer }.',
  );
}

/** The configuration says other places than the events show. */
export function contradict({ report }: Needed, configured: EventDialect, found: EventDialect | null): void {
  report.problem(
    'event',
    `"dialect.event" says ${placesText(configured)}, but the events that came are not read so.`,
    `${found ? `They have ${placesText(found)}. ` : ''}The configuration is used all the same.`,
  );
}

/** Where events carry their name and user, in words. */
export function placesText({ name, others = [], user, list }: EventDialect): string {
  const names = [name, ...others].map((place) => JSON.stringify(place));
  return `name ${name === NAMELESS ? 'nowhere' : `at ${names.join(' and ')}`}${others.length > 0 ? ' (where an event differs, that place tells its name)' : ''}, user ${user === null || user === NAMELESS ? 'nowhere' : `at ${JSON.stringify(user)}`}${list == null ? '' : `, events listed at ${JSON.stringify(list)}`}`;
}

/** Takes note of the places for the record. */
export function answerPlaces({ answers, descriptions }: Needed, event: EventDialect, evidence: string): void {
  for (const { version } of descriptions)
    answers.push({ gap: 'payloads', version, value: placesText(event), evidence });
}
