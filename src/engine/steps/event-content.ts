import { fieldOf, responseFields } from '../../cases/description-lookups.js';
import type { ExpectEventStep } from '../../cases/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Finding } from '../finding.js';
import { shortPair } from '../judge/field.js';
import { isHeld, nearlyHeld, pointerTo, someLeaf, textsIn } from '../judge/payload.js';
import { knownChanges } from '../judge/text-changes.js';
import { valueChanges } from '../judge/value-changes.js';
import type { ReadEvent } from '../ports.js';
import { eventPlace } from './event-evidence.js';
import { operationMeant } from './message-lookup.js';
import { sentToAnother } from './other-users.js';

/** Others of its name may come beside it, so an event with content is recognized by its own. */
export function isMeant(
  context: CaseContext,
  { carries, times }: ExpectEventStep,
  event: BookedEvent,
): boolean {
  if (!carries) return true;
  const due = context.actionParameters.get(carries.of) ?? {};
  const read = readOf(context, event);
  return (
    carries.parameters.every((parameter) => isHeld(read, due[parameter])) &&
    !(times === 0 && tellsAnother(context, carries, read))
  );
}

/** Whether an event is due to another act of the case and carries this one's content too, as an earlier message. */
function tellsAnother(
  { actionParameters }: CaseContext,
  { of, parameters }: NonNullable<ExpectEventStep['carries']>,
  read: readonly ReadEvent[],
): boolean {
  const own = actionParameters.get(of) ?? {};
  return [...actionParameters.values()].some((other) =>
    parameters.every(
      (parameter) =>
        other[parameter] !== undefined &&
        other[parameter] !== own[parameter] &&
        read.some(({ payload }) => isHeld([{ name: null, user: null, payload }], other[parameter])),
    ),
  );
}

export function readOf({ runState, testCase }: CaseContext, event: BookedEvent): ReadEvent[] {
  return runState.book(testCase.version).read(event);
}

/** The event meant did not come, but one that is nearly it did: its content was changed on the way. */
export function nearlyCame(
  context: CaseContext,
  { event: name, carries, user }: ExpectEventStep,
  others: readonly BookedEvent[],
): Finding | null {
  if (!carries) return null;
  const due = context.actionParameters.get(carries.of) ?? {};
  const candidates = unclaimed(context, carries, others);
  const read = candidates.map((candidate) => candidate.read);
  for (const parameter of carries.parameters) {
    if (read.some((events) => isHeld(events, due[parameter]))) continue;
    const ofAnother = sentToAnother(context, read.flat(), { user: context.user(user), parameter });
    const nearIn = (events: readonly ReadEvent[]): string | null =>
      ofAnother !== null && textsIn(events).includes(ofAnother)
        ? ofAnother
        : nearestTo(events, due[parameter]);
    const near = nearIn(read.flat());
    if (near === null) continue;
    const holder = candidates.find((candidate) => nearIn(candidate.read) === near);
    const parts = candidates.map((candidate) => nearestTo(candidate.read, due[parameter]) ?? '');
    const changes =
      near === ofAnother
        ? ['sent to another user']
        : isInParts(parts, due[parameter])
          ? ['in parts, each in an event of its own']
          : valueChanges(due[parameter], near);
    return {
      verdict: 'fail',
      code: 'payload',
      text:
        changes[0] === undefined
          ? `${name} does not carry ${parameter} as the employee sent it.`
          : `${name} carries ${parameter} ${changes[0]}.`,
      ...shortPair(due[parameter], near),
      place: {
        ...eventPlace(holder?.event, name, pointerTo(holder?.read ?? [], near)),
        field: parameter,
        values: { expected: due[parameter], received: near },
        ...(changes.length > 0 && { changes }),
      },
    };
  }
  return null;
}

/** The text in an event that nearly equals the value, or that a known change makes of it; null: there is none. */
function nearestTo(read: readonly ReadEvent[], value: unknown): string | null {
  const near = nearlyHeld(read, value);
  if (near !== null || typeof value !== 'string' || value.length < LEAST_CHANGED) return near;
  const users = new Set<unknown>(read.map(({ user }) => user));
  let changed: string | null = null;
  for (const { payload, whole } of read)
    someLeaf(whole ?? payload, (leaf) => {
      const isChanged =
        typeof leaf === 'string' &&
        leaf.length >= LEAST_CHANGED &&
        !users.has(leaf) &&
        knownChanges(value, leaf).length > 0;
      if (isChanged) changed = leaf;
      return isChanged;
    });
  return changed;
}

/** Characters: shorter texts may be anything, and may stand in anything, such as an id. */
const LEAST_CHANGED = 4;

/** Whether texts of several events make up the whole one, apart from blanks where it was cut. */
function isInParts(parts: readonly string[], whole: unknown): boolean {
  const together = (text: string): string => text.replace(/\s+/g, '');
  return (
    typeof whole === 'string' &&
    parts.filter((part) => part !== '').length > 1 &&
    together(parts.join('')) === together(whole)
  );
}

/** What is missing from an event that came after the act and belongs to no other; null: there is no such event. */
export function lackingContent(
  context: CaseContext,
  { carries }: ExpectEventStep,
  others: readonly BookedEvent[],
): { event: BookedEvent; parameter: string; retyped?: string } | null {
  if (!carries) return null;
  const due = context.actionParameters.get(carries.of) ?? {};
  const [nearest] = unclaimed(context, carries, others)
    .filter(({ event }) => event.delivery.at >= context.lastLeft)
    .map(({ event, read }) => ({
      event,
      read,
      lacking: carries.parameters.filter((parameter) => !isHeld(read, due[parameter])),
    }))
    .sort((a, b) => a.lacking.length - b.lacking.length);
  const [parameter] = nearest?.lacking ?? [];
  if (!nearest || parameter === undefined) return null;
  const retyped = retypedIn(nearest.read, due[parameter]);
  return { event: nearest.event, parameter, ...(retyped !== undefined && { retyped }) };
}

/** A value of another type that says the same as the text, such as 7 for "007", as it is shown; undefined: there is none. */
function retypedIn(read: readonly ReadEvent[], text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  let found: unknown;
  for (const { payload, whole } of read)
    someLeaf(whole ?? payload, (leaf) => {
      const isSame = typeof leaf === 'number' ? leaf === Number(text) : String(leaf) === text;
      if (typeof leaf !== 'string' && isSame) found = leaf;
      return found !== undefined;
    });
  if (found === undefined) return undefined;
  // Beyond what the reader can hold, its digits are lost.
  return typeof found === 'number' && !Number.isFinite(found) ? 'a number' : JSON.stringify(found);
}

/** An event of another name that carries the content, and came after the act: its kind is wrong; null: there is none. */
export function cameAsAnother(
  context: CaseContext,
  { event: name, carries, user }: ExpectEventStep,
): BookedEvent | null {
  if (!carries) return null;
  const due = context.actionParameters.get(carries.of) ?? {};
  const book = context.runState.book(context.testCase.version);
  const since = context.actionTimes.get(carries.of)?.from ?? context.startedAt;
  const others = book
    .of(context.user(user))
    .filter((event) => event.name !== null && !book.isCalled(event, name) && event.delivery.at >= since);
  const found = unclaimed(context, carries, others).find(({ read }) =>
    carries.parameters.some((parameter) => isTelling(due[parameter]) && isHeld(read, due[parameter])),
  );
  return found?.event ?? null;
}

/** Whether it is a text that no event holds by chance. */
export function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.length >= TELLING_CHARACTERS;
}

const TELLING_CHARACTERS = 8;

/** Those that do not carry the content of another act of the case, to which they would belong. */
function unclaimed(
  context: CaseContext,
  { of, parameters }: NonNullable<ExpectEventStep['carries']>,
  events: readonly BookedEvent[],
): { event: BookedEvent; read: ReadEvent[] }[] {
  // An act of another kind says nothing in these parameters.
  const others = [...context.actionParameters.entries()].filter(
    ([name, given]) => name !== of && parameters.every((parameter) => given[parameter] !== undefined),
  );
  return events
    .map((event) => ({ event, read: readOf(context, event) }))
    .filter(({ read }) =>
      others.every(([, given]) => parameters.every((parameter) => !isHeld(read, given[parameter]))),
    );
}

/** Byte for byte is more than unchanged: it is judged if the step asks for it. */
export function judgeBytes(
  context: CaseContext,
  { event: name, carries }: ExpectEventStep,
  came: readonly BookedEvent[],
): Finding | null {
  if (!carries?.exact) return null;
  const due = context.actionParameters.get(carries.of) ?? {};
  const read = came.flatMap((event) => readOf(context, event));
  for (const parameter of carries.parameters) {
    if (isHeld(read, due[parameter], true)) continue;
    const near = nearestTo(read, due[parameter]);
    const changes = near === null ? [] : valueChanges(due[parameter], near);
    return {
      verdict: 'fail',
      code: 'payload',
      text: `${name} does not carry ${parameter} byte for byte as the employee sent it.`,
      ...shortPair(due[parameter], near ?? read[0]?.payload),
      place: {
        ...eventPlace(came[0], name, near === null ? undefined : pointerTo(read, near)),
        field: parameter,
        ...(near !== null && { values: { expected: due[parameter], received: near } }),
        ...(changes.length > 0 && { changes }),
      },
    };
  }
  return null;
}

/** A shorter part of an id may be part of many. */
const LEAST_PART = 12;
/** A shorter text may well be somebody else's too. */
const LEAST_TEXT = 8;

/**
 * The event that came, but for an id that no user of the case has: it carries what was due, or its id is the user's own,
 * changed on the way. Null: there is none.
 */
export function cameForWrongUser(
  context: CaseContext,
  { event: name, user: label, carries }: ExpectEventStep,
): BookedEvent | null {
  const book = context.runState.book(context.testCase.version);
  const user = context.user(label);
  const own = new Set(context.users());
  const due = carries && context.actionParameters.get(carries.of);
  const isDue = (event: BookedEvent): boolean =>
    carries?.parameters.every((parameter) => {
      const value = due?.[parameter];
      return String(value ?? '').length >= LEAST_TEXT && isHeld(readOf(context, event), value);
    }) ?? false;
  const found = (
    events: readonly BookedEvent[],
    fits: (event: BookedEvent) => boolean,
  ): BookedEvent | undefined =>
    events.find(
      (event) =>
        event.name === name && event.delivery.at >= context.startedAt && !own.has(event.user) && fits(event),
    );
  return (
    found([...book.all(), ...book.foreign()], (event) => isAltered(event.user, user)) ??
    found(book.foreign(), isDue) ??
    null
  );
}

/** Whether an id is another one in other letters or punctuation, or cut. */
export function isAltered(id: string, original: string): boolean {
  const plain = bare(id);
  const whole = bare(original);
  if (plain === whole) return true;
  return plain.length >= LEAST_PART && (whole.startsWith(plain) || whole.endsWith(plain));
}

function bare(id: string): string {
  return id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^0+/, '');
}

/** Recognizes events of the name that a step asks for. */
export function accepts(
  { runState, testCase }: CaseContext,
  { event }: ExpectEventStep,
): (came: BookedEvent) => boolean {
  const book = runState.book(testCase.version);
  return (came) => book.isCalled(came, event);
}

/** Whether it came to the address, if any address is meant. */
export function isAt(event: BookedEvent, address: string | undefined): boolean {
  return address === undefined || event.delivery.address === address;
}

/** All that came for the user and is the event that the step asks for. */
export function eventsMeant(context: CaseContext, step: ExpectEventStep): BookedEvent[] {
  const { runState, testCase } = context;
  const accept = accepts(context, step);
  return runState
    .book(testCase.version)
    .of(context.user(step.user))
    .filter((event) => accept(event) && isMeant(context, step, event));
}

/** Id that the message was given; null: the response has none, which is judged elsewhere. */
export function messageId({ description, runState }: CaseContext, sent: Sent | undefined): string | null {
  if (!sent) return null;
  const { exchange } = sent;
  const field = fieldOf(responseFields(description, operationMeant(exchange)), 'message-id');
  const id = field !== undefined ? runState.compactor.field(field, exchange) : undefined;
  return typeof id === 'string' ? id : null;
}

export const EVENTS_UNREADABLE: Finding = {
  verdict: 'inconclusive',
  code: 'dialect-event',
  text: 'It is not known where events carry their name and user; set "dialect.event" in the configuration.',
};

export const NO_USER: Finding = {
  verdict: 'skipped',
  code: 'event-user',
  text: 'The events of this deployment name no user, so those of two users cannot be told apart.',
};
