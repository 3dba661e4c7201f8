import type { Description, Field } from '../../description/types.js';
import { hoursText } from '../../duration.js';
import { capitalized, conjunction } from '../../phrases.js';
import { responseFields } from '../description-lookups.js';
import type { RequestPlan } from '../request-plan.js';
import { gapOf } from '../statements.js';
import type {
  AddressStep,
  Case,
  InboxStep,
  InvariantRule,
  InvariantStep,
  JudgeDutyStep,
  PresenceStep,
  SendStep,
  Step,
} from '../types.js';
import {
  actionWords,
  destinationWords,
  eventWords,
  expectationWords,
  notifiedWords,
  userWords,
} from './expectations.js';
import { keyWords, requestWords } from './request.js';

/** The steps of a case in plain sentences, for `explain` and the report. Preparation is marked as such. */
export function procedure({ steps }: Pick<Case, 'steps'>, description: Description): string[] {
  const common = commonPlace(steps);
  return steps.map((step, at) => {
    const isFirst = common !== null && at === common.first;
    const words = describe(common && !isFirst ? atUsualPlace(step) : step, steps, description);
    const sentence = isFirst
      ? words.replace(common.place, `${common.place}; everything below happens there`)
      : words;
    if ('setup' in step && step.setup) return `Setup: ${sentence}`;
    return capitalized(sentence);
  });
}

/**
 * The contact point other than the usual one at which all steps of the case take place: to name it once is enough. Null:
 * there is none.
 */
function commonPlace(steps: readonly Step[]): { place: string; first: number } | null {
  const keys = steps.map(keyOf);
  const first = keys.findIndex((key) => key !== undefined);
  const key = keys[first];
  if (key !== 'unset' && key !== 'second') return null;
  const isCommon =
    keys.filter((other) => other === key).length > 1 &&
    keys.every((other) => other === undefined || other === key);
  return isCommon ? { place: keyWords(key), first } : null;
}

/** With which key a step acts; undefined: it only looks at what came. */
function keyOf(step: Step): RequestPlan['key'] {
  if (step.do === 'send') return step.request.key ?? 'main';
  if (step.do === 'address' && typeof step.label === 'object' && step.label && 'later' in step.label)
    return undefined;
  const acts =
    step.do === 'operate' || step.do === 'inbox' || step.do === 'address' || step.do === 'presence';
  return acts ? (step.key ?? 'main') : undefined;
}

function atUsualPlace(step: Step): Step {
  if (step.do === 'send') return { ...step, request: { ...step.request, key: 'main' } };
  return 'key' in step ? { ...step, key: 'main' } : step;
}

function describe(step: Step, steps: readonly Step[], description: Description): string {
  switch (step.do) {
    case 'send':
      if (step.again) return 'send it again: it must be refused in the same way.';
      return sentWords(step, description, asksAgain(step, steps));
    case 'operate':
      return `let an employee ${actionWords(step, description)}${keyWords(step.key)}${step.beside ? ', without waiting for it to finish' : ''}.`;
    case 'expect-event':
      return notifiedWords(step, description, asksAgain(step, steps));
    case 'refuse':
      return `let the webhook catcher refuse the first ${step.times} deliveries for ${userWords(step.user)}.`;
    case 'hang-up':
      return 'let the webhook catcher close its idle connections.';
    case 'pause':
      return 'wait a moment, so that everything caused so far can be sent.';
    case 'observe-retries':
      return `watch for one quiet window, and record whether and when the refused deliveries for ${userWords(step.user)} are repeated.`;
    case 'expect-retry':
      return `wait a few seconds for the refused delivery for ${userWords(step.user)} to be repeated, if it is: at the new address, not at the former one.`;
    case 'observe-order':
      return `record in which order the ${step.of.length} events for ${userWords(step.user)} arrived.`;
    case 'inbox':
      return inboxWords(step, steps);
    case 'address':
      return addressWords(
        step.label,
        `${step.version === undefined ? '' : ` in version ${step.version}`}${keyWords(step.key)}`,
      );
    case 'await-others':
      return 'let the other cases of the run take place meanwhile, with users of their own.';
    case 'clock':
      if (step.from === 'evening')
        return step.hours === 0
          ? "advance the service's clock to shortly before midnight, UTC."
          : `advance the service's clock by ${hoursText(step.hours)}.`;
      return step.hours === 0
        ? "wait for the other cases that advance the service's clock."
        : `advance the service's clock to ${hoursText(step.hours)} after the case began.`;
    case 'presence':
      return presenceWords(step, steps);
    case 'invariant':
      return `throughout the run, ${invariantWords(step, description)}.`;
    case 'event-address':
      return "check at the end that no event of this run was sent to a former address, or to another contact point's.";
    case 'prompt-count':
      return `check at the end that ${step.event} arrived for no user of this run more often than the messages and closes of that user allow.`;
    case 'event-cause':
      return step.law === 'cause'
        ? `check at the end that ${step.event} arrived only for users for whom an employee did "${step.action}".`
        : `check at the end that no ${step.event} of this run carries what an employee wrote to another user.`;
    case 'event-arrival':
      return step.action === null
        ? `check at the end that ${eventWords(step.event, description)} arrived for every message of this run that employees have seen.`
        : `check at the end that ${step.event} arrived for every "${step.action}" of this run.`;
    case 'judge-duty':
      return upheldWords(step);
    case 'expect-some-order':
      return `some order of ${stepNumbers(
        '',
        step.done.map(({ of }) => of),
        steps,
      )} must explain the responses, the events, and what employees of the chosen destination see of ${userWords(step.user)}.${step.settles ? ' This must still hold at the end of the run.' : ''}`;
    case 'compare-responses':
      return `check that ${stepNumbers('the response', step.of, steps)} have the same status and code.`;
  }
}

/** Whether an earlier step of the case answers the same open question. */
function asksAgain(step: Step, steps: readonly Step[]): boolean {
  const gap = gapOf(step);
  const first = steps.find((other) => gap !== undefined && gapOf(other) === gap);
  return first !== undefined && first !== step;
}

/** It goes without saying that a preparing request must be accepted. */
function sentWords(
  { request, expect, setup, beside, instead }: SendStep,
  description: Description,
  again: boolean,
): string {
  const call = `call ${requestWords(request, description)}${beside ? ', without waiting for the response' : ''}.`;
  const otherwise = instead ? ' If it is refused, send it again with ordinary values.' : '';
  return setup && expect.kind === 'accepted'
    ? call
    : `${call} ${expectationWords(expect, description, again)}${otherwise}`;
}

function presenceWords(step: PresenceStep, steps: readonly Step[]): string {
  const { destination, online, key, gap, shownBy } = step;
  const where = keyWords(key);
  if (step.unchanged) {
    const check = `check that the list of destinations still shows the employees of ${destinationWords(destination)} as logged ${online ? 'in' : 'out'}${where}.`;
    if (!shownBy) return check;
    const message = stepNumbers('the message', [shownBy.message], steps);
    return `${check} If it does not, ${message} must ${online ? 'still wait' : 'have arrived'} there: employees may work for both destinations.`;
  }
  const act = `let all employees of ${destinationWords(destination)} log ${online ? 'in' : 'out'}${where}.`;
  if (step.apart) return `${act} If any of them work for the chosen destination as well, the case ends here.`;
  if (step.setup) return act;
  const listed = `The list of destinations must show it${step.affectsNoOther ? `, and no other destination may go ${online ? 'offline' : 'online'}` : ''}.`;
  const recorded = `Whether others go ${online ? 'online' : 'offline'} as well is recorded.`;
  return [act, listed, ...(gap === undefined ? [] : [recorded])].join(' ');
}

function addressWords(label: AddressStep['label'], where: string): string {
  if (label === null) return `clear the webhook address${where}.`;
  if (typeof label === 'string')
    return `set the webhook address to the catcher's address "${label}"${where}.`;
  return 'later' in label
    ? "when the case ends, set the run's own webhook address again."
    : `set a webhook address where nobody answers${where}.`;
}

function upheldWords({ duty: { kind, about } }: JudgeDutyStep): string {
  const what: Record<JudgeDutyStep['duty']['kind'], string> = {
    refused: `no invalid ${about} request was accepted`,
    accepted: `no valid ${about} request was refused`,
    due: `no ${about} was missing`,
    delivered: `every ${about} message reached its employees`,
    listed: `every response of ${about} listed a destination`,
  };
  return `check at the end that ${what[kind]} in the setup of any case of this run.`;
}

/** What employees must, or must not, see of a user. */
function inboxWords(step: InboxStep, steps: readonly Step[]): string {
  const {
    user,
    destination,
    holds,
    judge,
    names,
    card,
    settles,
    key,
    exact,
    asShown,
    replies = [],
    without = [],
  } = step;
  const place = `${destinationWords(destination)}${keyWords(key)}`;
  const employees = `employees of ${place}`;
  const messages = `${stepNumbers('the message', holds, steps)} from ${userWords(user)}`;
  switch (judge) {
    case 'present': {
      const shown = `${conjunction(names)}${asShown ? ' (as far as inboxes show that)' : ''}`;
      const alike = exact ? 'byte for byte' : 'unchanged';
      const how =
        card !== undefined
          ? `along with ${shown} as given in ${[card].flat().length > 1 ? 'one of ' : ''}${stepNumbers('', [card].flat(), steps)}`
          : names.length > 0
            ? `with ${shown} ${alike}`
            : alike;
      const answers = replies.length > 0 ? `, and the replies of ${stepNumbers('', replies, steps)}` : '';
      const lacking = without.length > 0 ? `, and not ${stepNumbers('the message', without, steps)}` : '';
      return `${employees} must see ${messages}, ${how}${answers}${lacking}.`;
    }
    case 'order':
      return `${employees} must see ${messages}, in the order in which they were sent.`;
    case 'once':
      return `${employees} must see ${messages}, each exactly once.`;
    case 'absent':
      return `no employee of ${destination === 'each' ? `any listed destination${keyWords(key)}` : place} may see ${messages}${replies.length > 0 ? `, or the replies of ${stepNumbers('', replies, steps)}` : ''}${settles ? ', not even later in the run' : ''}.`;
  }
}

/** Steps by their numbers: "the message of step 2", "the messages of steps 1, 2 and 3". */
function stepNumbers(noun: string, names: readonly string[], steps: readonly Step[]): string {
  const numbers = names.map((name) => steps.findIndex((step) => 'as' in step && step.as === name) + 1);
  const of = numbers.length === 1 ? `step ${numbers[0]}` : `steps ${conjunction(runs(numbers))}`;
  return noun === '' ? of : `${noun}${numbers.length === 1 ? '' : 's'} of ${of}`;
}

/** Three and more consecutive numbers as "3 to 5". */
function runs(numbers: readonly number[]): string[] {
  const ends = numbers.flatMap((number, at) => (numbers[at + 1] === number + 1 ? [] : [at]));
  return ends.flatMap((end, at) => {
    const row = numbers.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end + 1);
    return row.length > 2 ? [`${row[0]} to ${row.at(-1)}`] : row.map(String);
  });
}

/** What a law asks of the responses of the run. */
export function invariantWords(step: InvariantStep, description: Description): string {
  const { rule, operation, field } = step;
  const subject = operation ?? 'requests that no version lists';
  if (rule === 'keyless') return `no response to ${subject} repeats the key`;
  const words = LAW_WORDS[rule](ruleOf(step, description), description);
  return field === undefined
    ? `every response to ${subject} ${words}`
    : `in every success of ${subject}, ${placeOf(step)} ${words}`;
}

const LAW_WORDS: Record<
  Exclude<InvariantRule, 'keyless'>,
  (rule: Partial<Field>, description: Description) => string
> = {
  status: () => 'has a documented status',
  'json-object': () => 'is a JSON object',
  'success-flag': () => 'has a success flag that is true on success and false otherwise',
  'error-row': () => 'is a success or a row of the error table',
  'no-failure': () => 'reports no failure of the service',
  'content-type': () => 'has a JSON Content-Type',
  type: ({ type }) => `has the type ${type}`,
  const: ({ const: value }) => `is ${JSON.stringify(value)}`,
  'non-empty': () => 'is not empty',
  'at-least': ({ atLeast }) => `has at least ${atLeast} ${atLeast === 1 ? 'element' : 'elements'}`,
  'looks-like': ({ looksLike }) => `looks like a ${looksLike?.toUpperCase()}`,
  unit: ({ unit }) => `counts ${unit?.replace('-', ' ') ?? 'the right unit'}`,
  skew: () => "agrees with the run's clock",
  absent: () => 'is absent in this version',
  unique: () => 'is unique within the contact point',
  moving: (_, { limits }) =>
    `advances, and keeps pace with the run's clock, within ${limits.timestampDriftSeconds} seconds`,
  pace: (_, { limits }) =>
    `keeps pace with the run's clock from response to response, within ${limits.timestampStepSeconds} seconds`,
};

/** `name`, or `list[].name`. */
function placeOf({ field, element }: InvariantStep): string {
  return element ? `${field}[].${element}` : `${field}`;
}

/** The field that the law is about; empty if this version does not list it. */
function ruleOf({ operation, field, element }: InvariantStep, description: Description): Partial<Field> {
  const fields = Object.fromEntries(operation === null ? [] : responseFields(description, operation));
  const own = fields[field ?? ''];
  if (element === undefined) return own ?? {};
  return description.resources[own?.of ?? '']?.fields[element] ?? {};
}
