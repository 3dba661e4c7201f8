import { employeeEvents, fieldOf, operationOf, requestFields } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import { sampleBody } from '../../dialect/sample-body.js';
import { fill } from '../../engine/fill.js';
import type { Needed } from './needed.js';

/** Writes as a new user, whose id holds `mark`; the first message of a conversation causes an event in every version. */
export async function writeFirst(
  { requests, configuration, nonce, writers }: Needed,
  description: Description,
  mark: string,
  operation: string = operationOf(description, 'message'),
): Promise<{ user: string; userField: string }> {
  const user = `u-${nonce}-${mark}-${description.version.replaceAll('.', '-')}`;
  const userField = fieldOf(requestFields(description, operation), 'user') ?? '';
  const body = sampleBody(description, operation, { user, nonce });
  writers.set(user, description.version);
  await requests.post(description, operation, configuration.target.key, body);
  return { user, userField };
}

const MOST_PATIENCE_MS = 2_000;

/** How long a first message's event is waited for by itself; then employees act beside it, where somebody can. */
export function firstMessageTimeoutMs(eventTimeoutMs: number): number {
  return Math.min(MOST_PATIENCE_MS, eventTimeoutMs / 2);
}

/**
 * Lets an employee of the destination do for a user all that causes an event; what ends the conversation comes last.
 * Names of the events that are due then; none, where nobody can act or a person would have to.
 */
export async function letEmployeesAct(
  { configuration, operator, nonce, acts, clock }: Needed,
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
  { requests, configuration, destinations, nonce }: Needed,
  description: Description,
  user: string,
): Promise<string> {
  const key = configuration.target.key ?? '';
  const listed = await destinations(description.version, key);
  const chosen = listed.find(({ online }) => online) ?? listed[0];
  if (!chosen) return '';
  const operation = operationOf(description, 'select');
  const fields = requestFields(description, operation);
  await requests.post(description, operation, key, {
    ...sampleBody(description, operation, { user, nonce }),
    [fieldOf(fields, 'destination-id') ?? '']: chosen.id,
    [fieldOf(fields, 'destination-kind') ?? '']: chosen.kind,
  });
  return chosen.id;
}
