import type { Description } from '../../description/types.js';
import { conjunction, disjunction, howOften, jsonInLine } from '../../phrases.js';
import type { Expectation, Nth, UserLabel } from '../request-plan.js';
import type { ExpectEventStep, InboxStep, OperatorStep } from '../types.js';

/**
 * How often an event must have come, for whom, with what and where.
 * @param again whether an earlier step of the case has asked the open question
 */
export function notifiedWords(step: ExpectEventStep, description: Description, again: boolean): string {
  const { event, user, times, address, carries, reports, settles, meanwhile, noMoreThan } = step;
  const what = description.events[event]?.unnamed
    ? 'another event, whatever its name,'
    : `the event ${event}`;
  if (times === 0)
    return `${what} must not arrive${carries ? ` with this ${conjunction(carries.parameters)}` : ''} for ${userWords(user)}${settles ? ', not even later in the run' : meanwhile ? ', until the next step' : ''}.`;
  const where = address ? ` at the address "${address}"` : '';
  const like = noMoreThan
    ? `, and no more often than for ${userWords(noMoreThan).replace(/^a /, 'the ')}`
    : '';
  const when = settles ? `${like}, counted when the run ends` : like;
  const held = carries
    ? `, and carry ${conjunction(carries.parameters)} ${carries.exact ? 'byte for byte' : 'unchanged'}`
    : reportWords(reports);
  const gap = typeof times === 'number' ? undefined : times.gap;
  return `${what} must arrive for ${userWords(user)} ${number(times, settles === true)}${where}${when}${held}.${recordWords(gap, description, again)}`;
}

/** An event as a sentence refers to it: by its name, or by what it reports if its name is not shown (section 6). */
export function eventWords(event: string, { events }: Pick<Description, 'events'>): string {
  return events[event]?.unnamed ? `the ${event} notification` : event;
}

/** The same at the start of a sentence: a name keeps its capitalization. */
export function eventAsSubject(event: string, description: Pick<Description, 'events'>): string {
  return eventWords(event, description).replace(/^the /, 'The ');
}

/** The same after an adjective. */
export function eventWithoutArticle(event: string, description: Pick<Description, 'events'>): string {
  return eventWords(event, description).replace(/^the /, '');
}

function reportWords(messages: readonly string[] = []): string {
  return messages.length > 1
    ? `, one for each of ${messages.length} messages (distinguished by id if events carry one)`
    : '';
}

/** Counted since the case began. */
function number(times: ExpectEventStep['times'], settles: boolean): string {
  if (typeof times === 'number') return `${howOften(times)}${times > 1 || settles ? ' in total' : ''}`;
  const { atLeast, atMost } = times;
  if (atMost === Number.MAX_SAFE_INTEGER)
    return atLeast === 0 ? 'any number of times' : `at least ${howOften(atLeast)}`;
  return atLeast === 0 ? `at most ${howOften(atMost)}` : `${atLeast} to ${atMost} times in total`;
}

/** Who a label stands for. */
export function userWords(user: UserLabel): string {
  return {
    a: 'the user',
    b: 'a second user',
    c: 'a third user',
    d: 'a fourth user',
    e: 'a fifth user',
    f: 'a sixth user',
    g: 'a seventh user',
    h: 'an eighth user',
    i: 'a ninth user',
    j: 'a tenth user',
    k: 'an eleventh user',
    A: 'the user whose id differs only in letter case',
  }[user];
}

export function destinationWords(destination: InboxStep['destination']): string {
  if (typeof destination === 'number') return nth(destination);
  if (typeof destination === 'object')
    return 'oneOf' in destination
      ? disjunction(destination.oneOf.map(nth))
      : `any destination except ${conjunction(destination.but.map(nth))}`;
  return {
    chosen: 'the chosen destination',
    other: 'another destination',
    each: 'every listed destination',
    others: 'any other destination',
  }[destination];
}

function nth(destination: Nth): string {
  return destination === 0
    ? 'the chosen destination'
    : `destination ${destination + 1} of those that are online`;
}

/** What an employee does, to follow "let an employee": in the words of the description if it has any. */
export function actionWords({ action, user, parameters }: OperatorStep, description: Description): string {
  const cause = Object.values(description.events)
    .map((rule) => rule.cause)
    .find((cause) => cause.kind === 'operator' && cause.action === action);
  const usual = cause?.kind === 'operator' ? cause : undefined;
  const instruction = usual?.instruction?.replaceAll(`user {${description.employee.user}}`, userWords(user));
  const special = Object.entries(parameters)
    .filter(([name, value]) => value !== usual?.parameters[name])
    .map(([name, value]) => `, ${name} set to ${jsonInLine(value).slice(0, LONGEST_VALUE).toWellFormed()}`);
  return `${instruction ?? `do "${action.replaceAll('_', ' ')}" for ${userWords(user)}`}${special.join('')}`;
}

/** How much of a parameter is shown, in characters. */
const LONGEST_VALUE = 80;

/**
 * What the response to a request must be, in a sentence, and what is recorded about it.
 * @param again whether an earlier step of the case has asked the open question
 */
export function expectationWords(expect: Expectation, description: Description, again: boolean): string {
  const recordOf = (gap: string | undefined): string => recordWords(gap, description, again);
  switch (expect.kind) {
    case 'accepted':
      return `It must be accepted (status ${description.http.successStatus}).`;
    case 'refused':
      return `It must be refused with ${rowWords(expect.rows, description)}.${recordOf(expect.gap)}`;
    case 'documented': {
      const refusal = expect.refusal
        ? `refused with ${rowWords(expect.refusal, description)}`
        : 'refused with an error from the table';
      return `It may be accepted, or ${refusal}.${recordOf(expect.gap)}`;
    }
    case 'as-at-first':
      return `It must be accepted if it was accepted when the run first asked; otherwise it may be refused with ${rowWords(expect.refusal, description)}.`;
    case 'anything':
      return `Any response is fine.${recordOf(expect.gap)}`;
    case 'not':
      return `Any response is fine except ${rowWords(expect.rows, description)}.${recordOf(expect.gap)}`;
    case 'no-success':
      return 'It must not be accepted: no response, an error or a redirect is fine.';
  }
}

/** The open question that the result is recorded for, unless an earlier step has asked it. */
function recordWords(gap: string | undefined, { gaps }: Description, again: boolean): string {
  if (gap === undefined) return '';
  if (again) return ' The result is recorded for the same question.';
  const question = gaps[gap]?.question;
  return ` The result is recorded${question ? `, because the interface leaves this open: ${question}` : '.'}`;
}

/** `400, code 9 ("Invalid data: <reason>")`, each row of the table of errors. */
function rowWords(rows: readonly string[], { errors }: Description): string {
  return rows
    .map((id) => {
      const row = errors[id];
      return row ? `${row.status}, code ${row.code} ("${row.message.replace(PLACEHOLDERS, '<$1>')}")` : id;
    })
    .join(' or ');
}

/** The last word of `$url` and `${request.path}`. */
const PLACEHOLDERS = /\$\{?(?:\w+\.)*(\w+)\}?/g;
