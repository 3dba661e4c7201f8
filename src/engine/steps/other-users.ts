import { closeRule, operationOf } from '../../cases/description-lookups.js';
import { keyOfStep, userOfStep } from '../../cases/step-place.js';
import type { InboxStep, Step } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import { isObject } from '../../json.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import { isUnchanged, textsIn } from '../judge/payload.js';
import type { ReadEvent } from '../ports.js';
import type { RunState } from '../run-state.js';

/** Who sees what they must not see, or must not see yet. @param name of the message that is seen */
export function strangersWords(
  { testCase, named, description }: CaseContext,
  step: InboxStep,
  name: string,
): string {
  const { user, key, destination } = step;
  const sent = testCase.steps.find((each) => each.do === 'send' && each.as === name);
  const request = sent?.do === 'send' ? sent.request : undefined;
  if (named.get(name)?.refused) return 'Employees see a message that was refused.';
  if (request?.key !== key) return 'Employees of another contact point see a message.';
  if ((request?.user ?? 'a') !== user) return 'Employees see a message of another user.';
  if (destination !== 'each' && destination !== 'chosen')
    return 'Employees of another destination see a message.';
  const before = testCase.steps.slice(0, testCase.steps.indexOf(step));
  return destination === 'chosen' && isSelected(description, step, before)
    ? 'Employees see a message that is not for them.'
    : 'Employees see a message before a destination is selected.';
}

/** Whether these steps leave the user selected at the contact point that the look is at. */
function isSelected(
  description: Description,
  { user, key = 'main' }: InboxStep,
  steps: readonly Step[],
): boolean {
  const [select, close] = [operationOf(description, 'select'), closeRule(description).action];
  const last = steps.findLast((step) => {
    if ((userOfStep(step) ?? 'a') !== user || (keyOfStep(step) ?? 'main') !== key) return false;
    if (step.do !== 'send') return step.do === 'operate' && step.action === close;
    return step.request.operation === select && step.expect.kind !== 'refused';
  });
  return last?.do === 'send';
}

/**
 * Whether a request of another case gave this value of a field for another user. It is looked for only when a value is
 * wrong, so nothing is kept for it.
 */
export function isGivenForOthers(
  { runState }: CaseContext,
  { exchange: { operation, user } }: Sent,
  { name, value }: { name: string; value: unknown },
): boolean {
  // Maps are compared with those of thousands of requests.
  const size = sizeOf(value);
  return runState.exchanges.some((other) => {
    if (other.operation !== operation || other.user === null || other.user === user) return false;
    const given = fieldsOf(other)[name];
    return sizeOf(given) === size && isUnchanged(given, value);
  });
}

/** How many entries a map has; null: it is none. */
function sizeOf(value: unknown): number | null {
  return isObject(value) ? Object.keys(value).length : null;
}

const NO_FIELDS: Readonly<Record<string, unknown>> = {};
const fields = new WeakMap<Exchange, Readonly<Record<string, unknown>>>();

/** What its body holds as JSON; nothing if it is not an object. */
function fieldsOf(exchange: Exchange): Readonly<Record<string, unknown>> {
  const known = fields.get(exchange);
  if (known) return known;
  const found = parsed(exchange.request.body);
  fields.set(exchange, found);
  return found;
}

function parsed(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  if (body === null) return NO_FIELDS;
  try {
    const value: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString());
    return isObject(value) ? value : NO_FIELDS;
  } catch {
    return NO_FIELDS;
  }
}

/** A text of these events that an employee sent to another user as this parameter; null: there is none. */
export function sentToAnother(
  { runState }: Pick<CaseContext, 'runState'>,
  read: readonly ReadEvent[],
  { user, parameter }: { user: string; parameter: string },
): string | null {
  const texts = textsIn(read);
  return texts.length === 0
    ? null
    : (valuesForOthers(runState, user, parameter).find((value) => texts.includes(value)) ?? null);
}

/** Long enough not to be the same by chance, and not sent to the user as well. */
function valuesForOthers({ acts }: RunState, user: string, parameter: string): string[] {
  const own = new Set(acts.filter((act) => act.user === user).map(({ parameters }) => parameters[parameter]));
  return acts.flatMap((act) => {
    const value = act.parameters[parameter];
    const isTelling = typeof value === 'string' && value.length >= TELLING_CHARACTERS && !own.has(value);
    return act.user !== user && isTelling ? [value] : [];
  });
}

const TELLING_CHARACTERS = 12;
