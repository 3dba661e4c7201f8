import type { Description } from '../../description/types.js';
import { hoursText } from '../../duration.js';
import { cutText } from '../../terminal-text.js';
import { closeRule, replies } from '../description-lookups.js';
import type { Expectation } from '../request-plan.js';
import { keyOfStep, userOfStep } from '../step-place.js';
import type { AddressStep, Case, Step } from '../types.js';
import { faultWords } from './request.js';

/** This many messages at a time are a circumstance of their own. */
const MANY = 20;

/** If a refusal is what matters, what went before is not. */
const REFUSABLE: readonly Expectation['kind'][] = ['refused', 'documented'];

/** What was judged. */
interface Judged {
  /** Number of the step, from 0. */
  step: number;
  /** Name of the request or action that it is about; default: the last one before. */
  of?: string | undefined;
  /** What was judged arrived, but not as it was sent: however many others there were. */
  isChanged?: boolean;
  /** It is about what a selection says: whether messages had come before it makes no difference. */
  isOfSelection?: boolean;
}

/**
 * What a case did before something went wrong that a plainer case does not do, in a few words each: where it was, after
 * what, in which conversation; for a request that must be refused, why it must be. What cases that fail alike have in
 * common is what the defect depends on.
 */
export function circumstancesOf(
  description: Description,
  { steps }: Case,
  { step, of, isChanged = false, isOfSelection = false }: Judged,
): string[] {
  const judged = steps[step];
  if (!judged) return [];
  if (judged.do === 'send' && REFUSABLE.includes(judged.expect.kind))
    return faultWords(judged.request, judged.expect.kind === 'refused');
  const user = userOf(judged);
  const cause = causeOf(steps, { step, of }, user);
  const point = pointOf(steps[cause]);
  const before = new Circumstances(description, user, point);
  for (const earlier of steps.slice(0, cause)) before.note(earlier);
  const since = new Circumstances(description, user, point);
  for (const later of steps.slice(cause + 1, step)) since.note(later);
  const stimulus = steps[cause];
  const isMessage =
    stimulus?.do === 'send' && description.operations[stimulus.request.operation]?.kind === 'message';
  const isAmidSelection = isDuringSelection(description, steps, cause);
  const held = judged.do === 'inbox' ? judged.holds.length : 0;
  return [
    ...(judged.do === 'inbox' && since.closes > 0 ? longAgo(since.closes) : conversation(before.closes)),
    ...(isMessage && !before.isSelected && !isOfSelection
      ? [isAmidSelection ? 'during the selection' : 'before the selection']
      : []),
    ...(isMessage && judged.do === 'expect-event' ? [`after ${stimulus.request.operation}`] : []),
    ...(stimulus?.do === 'operate' && judged.do === 'expect-event'
      ? afterAct(description, stimulus, judged)
      : []),
    ...(isRepeated(steps, cause) ? ['equal to an earlier one'] : []),
    ...(isAtOnce(steps, cause) && !isAmidSelection ? ['at the same time as something else'] : []),
    ...(before.isLoggedOut ? ['employees logged out'] : before.wasLoggedOut ? ['after a logout'] : []),
    ...(before.isAway ? ['no webhook address'] : []),
    ...(judged.do === 'expect-event' ? unusualAddress(before.address) : []),
    ...(before.isAway && since.closes > 0 ? ['closed before one was set'] : []),
    ...(before.isAway && since.address !== null && since.address === before.formerAddress
      ? ['the previous address set again']
      : []),
    ...(before.refusedAddress === null ? [] : [`after ${before.refusedAddress} was refused`]),
    ...(before.isCutOff ? ['after the receiver hung up'] : []),
    ...(before.isSharedAddress ? ['an address that two contact points share'] : []),
    ...(before.wasUnreachable ? ['after an address where nobody answered'] : []),
    ...hours(Math.max(before.hours, since.hours - before.hours)),
    ...(before.isOverMidnight || since.isOverMidnight ? ['over midnight'] : []),
    ...(before.wereOthersActive || since.wereOthersActive ? ['after many other users wrote'] : []),
    ...justBefore(description, steps, cause),
    ...(before.isAtAnotherPoint || since.isAtAnotherPoint ? ['same user at another contact point'] : []),
    ...(before.wasRefused || since.wasRefused ? ['after refused requests'] : []),
    ...(before.isOtherDestination || since.isOtherDestination ? ['another destination'] : []),
    ...(held >= MANY && !isChanged ? [`${held} messages`] : []),
  ];
}

/** Whether the conversation in which the named request or action was made had been closed when the step was judged. */
export function isOfEarlierConversation(
  description: Description,
  { steps }: Case,
  judged: { step: number; of: string },
): boolean {
  const step = steps[judged.step];
  // What is done because an act failed is no step of the case, and comes after them all.
  if (!step) return false;
  const user = userOf(step);
  const cause = causeOf(steps, judged, user);
  const since = new Circumstances(description, user, pointOf(steps[cause]));
  for (const later of steps.slice(cause + 1, judged.step)) since.note(later);
  return since.closes > 0;
}

/** An address that a service may change before it calls it. */
function unusualAddress(label: AddressStep['label']): string[] {
  return typeof label === 'string' && /[/?%]/.test(label)
    ? [`at the address "…/${cutText(label, LONGEST_ADDRESS)}"`]
    : [];
}

/** Characters: enough to see what is unusual. */
const LONGEST_ADDRESS = 50;

/** An employee's act, if the event is not the one that it causes. */
function afterAct(
  description: Description,
  { action }: Extract<Step, { do: 'operate' }>,
  { event }: Extract<Step, { do: 'expect-event' }>,
): string[] {
  const acts = [
    { ...closeRule(description), words: 'after a close' },
    ...replies(description).map((reply) => ({ ...reply, words: 'after a reply' })),
  ];
  return acts.flatMap((act) => (act.action === action && act.event !== event ? [act.words] : []));
}

/** @param closes since the conversation began: its own, and those of later ones */
function longAgo(closes: number): string[] {
  return ['earlier conversation', ...(closes > 2 ? ['more than two conversations ago'] : [])];
}

/** Whether a request is still unanswered when the selection is sent. */
function isDuringSelection({ operations }: Description, steps: readonly Step[], at: number): boolean {
  const [step, next] = steps.slice(at, at + 2);
  return (
    step?.do === 'send' &&
    step.beside === true &&
    next?.do === 'send' &&
    operations[next.request.operation]?.kind === 'select'
  );
}

/** Whether a step goes on while another one of the same user does, or while employees log in or out. */
function isAtOnce(steps: readonly Step[], at: number): boolean {
  const overlap = (first: Step | undefined, next: Step | undefined): boolean =>
    first !== undefined &&
    next !== undefined &&
    'beside' in first &&
    first.beside === true &&
    (userOf(first) === userOf(next) || first.do === 'presence' || next.do === 'presence');
  return overlap(steps[at - 1], steps[at]) || overlap(steps[at], steps[at + 1]);
}

/** Whether a step says just what an earlier one of the same user has said. */
function isRepeated(steps: readonly Step[], at: number): boolean {
  const known = repeatedSteps.get(steps) ?? repeatsIn(steps);
  repeatedSteps.set(steps, known);
  return known.has(at);
}

/** By steps of a case: it is asked for each message that is looked for, and texts may be long. */
const repeatedSteps = new WeakMap<readonly Step[], ReadonlySet<number>>();

function repeatsIn(steps: readonly Step[]): Set<number> {
  const said = new Set<string>();
  const named = new Map<string, string>();
  const repeats = new Set<number>();
  for (const [at, step] of steps.entries()) {
    const words = saidBy(step, at, named);
    if (words === null) continue;
    if (said.has(words)) repeats.add(at);
    said.add(words);
    if ('as' in step && step.as !== undefined) named.set(step.as, words);
  }
  return repeats;
}

/**
 * What a step says, equal for equal ones; null: it says nothing, or nothing that is known to be the same each time.
 * @param named what the named steps before it say
 */
function saidBy(step: Step, at: number, named: ReadonlyMap<string, string>): string | null {
  if (step.do === 'operate') return sameEachTime(step.parameters, `${userOf(step)} ${step.action}`);
  if (step.do !== 'send' || step.request.body.kind !== 'documented') return null;
  const { operation, body } = step.request;
  // However it is spelled.
  if (body.set !== undefined)
    return sameEachTime({ ...body, spelling: undefined }, `${userOf(step)} ${operation}`);
  return body.like === undefined ? `step ${at}` : (named.get(body.like) ?? null);
}

/** Values that hold a placeholder become different ones each time. */
function sameEachTime(values: object, about: string): string | null {
  const text = JSON.stringify(values);
  return text === '{}' || text.includes('{n}') ? null : `${about} ${text}`;
}

/** Which conversation it is, and that it is not the first: what goes wrong in some later ones has that in common. */
function conversation(closes: number): string[] {
  if (closes === 0) return [];
  return [closes === 1 ? 'second conversation' : 'third or later conversation', 'later conversation'];
}

function hours(passed: number): string[] {
  if (passed === 0) return [];
  // How far the clock is short of a day differs from case to case.
  return [passed > DAY - MOST_SHORT && passed < DAY ? 'after nearly 24 h' : `after ${hoursText(passed)}`];
}

/** Hours. */
const DAY = 24;
const MOST_SHORT = 2;

/** Whether what was done comes right after something of the user was read, or an employee's reply of another kind. */
function justBefore(description: Description, steps: readonly Step[], cause: number): string[] {
  const user = userOf(steps[cause] ?? ({} as Step));
  const last = steps.findLast(
    (step, at) => at < cause && (step.do === 'send' || step.do === 'operate') && userOf(step) === user,
  );
  if (last?.do === 'operate') {
    const stimulus = steps[cause];
    const isAlike = stimulus?.do === 'operate' && stimulus.action === last.action;
    const reply = replies(description).find(({ action }) => action === last.action);
    return reply && !isAlike ? [`right after ${reply.event}`] : [];
  }
  const operation = last?.do === 'send' ? last.request.operation : null;
  const kind = operation === null ? undefined : description.operations[operation]?.kind;
  return kind === 'history' || kind === 'current' ? [`right after ${operation}`] : [];
}

/** The last step before that in which the user, or an employee for that user, did something. */
function causeOf(steps: readonly Step[], { step, of }: Judged, user: string): number {
  const named = of === undefined ? -1 : steps.findIndex((other) => 'as' in other && other.as === of);
  if (named >= 0 && named <= step) return named;
  const last = steps.findLastIndex(
    (other, at) => at < step && (other.do === 'send' || other.do === 'operate') && userOf(other) === user,
  );
  return last < 0 ? step : last;
}

function userOf(step: Step): string {
  return userOfStep(step) ?? 'a';
}

/** A contact point other than the main one, by its key. */
const OTHER_POINTS: readonly unknown[] = ['second', 'unset'];

/** At which contact point something happens. */
function pointOf(step: Step | undefined): unknown {
  const key = step && keyOfStep(step);
  return OTHER_POINTS.includes(key) ? key : 'main';
}

/** What steps have done for a user at a contact point, and around them. */
class Circumstances {
  closes = 0;
  isSelected = false;
  isLoggedOut = false;
  wasLoggedOut = false;
  isAway = false;
  /** Label of the address that was set last; null: none was, or it was taken away. */
  address: AddressStep['label'] = null;
  /** Another contact point has set it as well. */
  isSharedAddress = false;
  /** The one before it. */
  formerAddress: AddressStep['label'] = null;
  /** The operation, if a refused one could have changed the address. */
  refusedAddress: string | null = null;
  isCutOff = false;
  wasUnreachable = false;
  isOtherDestination = false;
  wasRefused = false;
  /** The user did something at another contact point. */
  isAtAnotherPoint = false;
  hours = 0;
  /** All other users of the run. */
  wereOthersActive = false;
  /** The hours that passed began shortly before midnight. */
  isOverMidnight = false;

  constructor(
    private readonly description: Description,
    private readonly user: string,
    private readonly point: unknown,
  ) {}

  note(step: Step): void {
    this.refusedAddress ??= this.refusedAddressOf(step);
    if (step.do === 'clock') this.passTo(step);
    else if (step.do === 'await-others') this.wereOthersActive = true;
    else if (pointOf(step) !== this.point) this.noteAtOtherPoint(step);
    else if (step.do === 'address') this.setAddress(step.label);
    else if (step.do === 'presence') this.presence(step.online);
    else if (step.do === 'hang-up') this.isCutOff = true;
    else if (userOf(step) !== this.user) return;
    else if (step.do === 'operate') this.act(step.action);
    else if (step.do === 'send') this.request(step);
  }

  /** Labels mean the same address at all contact points, but for one that a case has for itself. */
  private noteAtOtherPoint(step: Step): void {
    this.isAtAnotherPoint ||= (step.do === 'send' || step.do === 'operate') && userOf(step) === this.user;
    if (step.do !== 'address' || step.label === null || [step.key, this.point].includes('unset')) return;
    this.isSharedAddress ||= step.label === this.address;
  }

  /** The operation if the step is a refused request to set the address, which all users of the contact point have. */
  private refusedAddressOf(step: Step): string | null {
    if (step.do !== 'send' || !REFUSABLE.includes(step.expect.kind) || pointOf(step) !== this.point)
      return null;
    const { operation } = step.request;
    return this.description.operations[operation]?.kind === 'address' ? operation : null;
  }

  private passTo({ hours, from }: Extract<Step, { do: 'clock' }>): void {
    this.isOverMidnight ||= from === 'evening' && hours > this.hours;
    this.hours = hours;
  }

  private setAddress(label: AddressStep['label']): void {
    this.formerAddress = this.address;
    this.address = label;
    this.isAway = label === null;
    this.wasUnreachable ||= typeof label === 'object' && label !== null && 'unreachable' in label;
  }

  private presence(online: boolean): void {
    this.wasLoggedOut ||= this.isLoggedOut && online;
    this.isLoggedOut = !online;
  }

  private act(action: string): void {
    if (action !== closeRule(this.description).action) return;
    this.closes += 1;
    this.isSelected = false;
  }

  private request({ request, expect }: Extract<Step, { do: 'send' }>): void {
    if (expect.kind === 'refused') {
      this.wasRefused = true;
      return;
    }
    if (this.description.operations[request.operation]?.kind !== 'select') return;
    this.isSelected = true;
    this.isOtherDestination = request.destination === 'other' || Number(request.destination ?? 0) > 0;
  }
}
