import { linksOf, textOf } from '../description/samples.js';
import type { Description } from '../description/types.js';
import {
  allContentFields,
  closeRule,
  contentFields,
  type EmployeeEvent,
  isDocumented,
  operation,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  rowsOf,
  timesAsked,
} from './description-lookups.js';
import type { BodyPlan, Expectation, KeyChoice, RequestPlan, UserLabel } from './request-plan.js';
import type {
  AddressStep,
  CaseDraft,
  ExpectEventStep,
  InboxStep,
  Need,
  OperatorStep,
  PresenceStep,
  SendStep,
  Step,
} from './types.js';

/** A valid body for the operation: documented, none, or the dialect's. */
export function validBody(description: Description, name: string): BodyPlan {
  const { request } = operation(description, name);
  if (request === null) return { kind: 'none' };
  return isDocumented(description, name) ? { kind: 'documented' } : { kind: 'dialect' };
}

/** Where a step is done: at the second contact point, or at one of the case's own that has no webhook address. */
export const SECOND_POINT = { key: 'second' } as const;
export const OWN_POINT = { key: 'unset' } as const;

/** Step that sends a request, valid but for what `plan` says. */
export function send(
  description: Description,
  name: string,
  expect: Expectation,
  plan: Partial<RequestPlan> = {},
  more: Partial<Pick<SendStep, 'setup' | 'as' | 'variant' | 'provided'>> = {},
): SendStep {
  return {
    do: 'send',
    request: { operation: name, body: validBody(description, name), ...plan },
    expect,
    ...more,
  };
}

/** A case of one request that is judged. */
export function requestCase(
  description: Description,
  name: string,
  operation: string,
  title: string,
  expect: Expectation,
  plan: Partial<RequestPlan> = {},
  needs: Need[] = [],
): CaseDraft {
  return {
    group: 'requests',
    name,
    operation,
    title: `${operation} ${title}`,
    needs,
    steps: [send(description, operation, expect, plan)],
  };
}

/** The same request twice: a service may refuse only what it meets for the first time. */
export function sendTwice(step: SendStep): [SendStep, SendStep] {
  return [step, { ...step, again: true }];
}

/** Setup step: a user message or the selection of a destination, which must be accepted. */
export function prepare(
  description: Description,
  name: string,
  plan: Partial<RequestPlan> = {},
  as?: string,
): SendStep {
  return send(description, name, { kind: 'accepted' }, plan, { setup: true, ...(as && { as }) });
}

/** Step that looks at what employees of the chosen destination see of the user. */
export function look(
  judge: InboxStep['judge'],
  holds: string[],
  names: string[],
  more: Partial<Omit<InboxStep, 'do' | 'judge' | 'holds' | 'names'>> = {},
): InboxStep {
  return { do: 'inbox', user: 'a', destination: 'chosen', holds, judge, names, ...more };
}

/** Setup: the contact point of the case's own gets an address, or loses it. */
export function setAddress(label: AddressStep['label']): AddressStep {
  return { do: 'address', label, ...OWN_POINT, setup: true };
}

/** Setup: all employees of the chosen destination log in, at the contact point of the case's own. */
export function logIn(): PresenceStep {
  return { do: 'presence', destination: 'chosen', online: true, ...OWN_POINT, setup: true };
}

/** Setup: they log out. */
export function logOut(): PresenceStep {
  return { ...logIn(), online: false };
}

/** Setup: an employee closes the user's conversation, and its event comes, the `times`-th of the case. */
export function closeConversation(description: Description, times = 1, user: UserLabel = 'a'): Step[] {
  const { event, action: close } = closeRule(description);
  return [operate(close, {}, { user, setup: true }), { do: 'expect-event', event, user, times, setup: true }];
}

/** The same of a conversation without messages, which the employee's side may be unable to close. */
export function closeEmptyConversation(description: Description, times = 1): Step[] {
  return closeConversation(description, times).map((step) =>
    step.do === 'operate' ? ifPossible(step) : step,
  );
}

/** Setup: the same at the contact point of the case's own, where its event may have no address to come to. */
export function closeAtOwnPoint(description: Description, user?: UserLabel): OperatorStep {
  return operate(closeRule(description).action, {}, { ...OWN_POINT, ...(user && { user }), setup: true });
}

/** More messages than somebody may have thought enough for one place: two dozen. */
export const MORE_THAN_A_PAGE = 27;

/** `m1` to `m<count>`: names of messages that a case only counts. */
export function numbered(count: number, prefix = 'm'): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);
}

/** Setup: messages of all kinds in turn, each under its name. */
export function writeInTurn(
  description: Description,
  names: readonly string[],
  plan: Partial<RequestPlan> = {},
): SendStep[] {
  const kinds = operationsOf(description, 'message');
  return names.map((as, at) => prepare(description, kinds[at % kinds.length] as string, plan, as));
}

/** A request with these values, which may be refused as invalid data: whether it is, and for which value, is recorded. */
export function tryValues(
  description: Description,
  name: string,
  set: Record<string, unknown>,
  sample: string,
  { user, of = `${name}.${Object.keys(set).join(', ')}` }: { user?: UserLabel; of?: string } = {},
): SendStep {
  return {
    do: 'send',
    request: { operation: name, body: { kind: 'documented', set }, ...(user && { user }) },
    expect: {
      ...acceptedOrRefused(description, of, sample),
      ...(description.samples.texts[sample]?.mayBeRefused && { bounded: true }),
    },
    as: sample,
  };
}

/** A response that may refuse values as invalid data: whether `part` of `of` is refused is recorded. */
export function acceptedOrRefused(
  description: Description,
  of: string,
  part: string,
): Extract<Expectation, { kind: 'documented' }> {
  const rows = rowsOf(description, 'wrong-type');
  return {
    kind: 'documented',
    gap: 'refused-values',
    ...(rows.length > 0 && { refusal: rows }),
    about: { of, part },
  };
}

/** Step in which an employee acts. */
export function operate(
  action: string,
  parameters: Record<string, unknown>,
  more: { user?: UserLabel; key?: KeyChoice; as?: string; setup?: true } = {},
): OperatorStep {
  const { user = 'a', ...rest } = more;
  return { do: 'operate', action, user, parameters, ...rest };
}

/** Step in which an employee does what causes an event of this rule. */
export function perform(
  { action, parameters }: Pick<EmployeeEvent, 'action' | 'parameters'>,
  more: Parameters<typeof operate>[2] = {},
): OperatorStep {
  return operate(action, parameters, more);
}

/** The same action, which the employee's side may be unable to do here. */
export function ifPossible(step: OperatorStep): OperatorStep {
  return { ...step, mayBeImpossible: true };
}

/** The event of an employee's action comes, with what the action of the name `of` gave, as far as the event carries that. */
export function expectEventOf(
  { event, carries }: Pick<EmployeeEvent, 'event' | 'carries'>,
  of: string,
  more: Partial<Pick<ExpectEventStep, 'user' | 'address'>> = {},
): ExpectEventStep {
  const content = carries.length > 0 ? { carries: { of, parameters: carries } } : {};
  return { do: 'expect-event', event, user: 'a', times: 1, ...content, ...more };
}

/** Replies of each kind, named by their events; whether employees can write them here is up to the employee's side. */
export function repliesLeftOpen(
  description: Description,
  place: Partial<Pick<OperatorStep, 'key' | 'user'>> = {},
): (OperatorStep & { as: string })[] {
  return replies(description).map((rule) => ({
    ...perform(rule, place),
    as: rule.event,
    leftOpen: true,
  }));
}

/** An event whose name is not shown reports deliveries to the user's employees: of each of these messages, if any are given. */
export function expectDeliveries(
  event: string,
  reports: readonly string[] = [],
  { user = 'a', ...more }: Partial<Pick<ExpectEventStep, 'user' | 'address'>> = {},
): ExpectEventStep {
  return {
    do: 'expect-event',
    event,
    user,
    times: { atLeast: 1, atMost: Number.MAX_SAFE_INTEGER, gap: 'delivery-name' },
    ...(reports.length > 0 && { reports: [...reports] }),
    ...more,
  };
}

/** The only address of the run at the second contact point, so cases there share it. */
export const ADDRESS_OF_SECOND = 'at-second-point';

/** The second contact point gets its address; what employees wrote there before may come now. */
export function secondAddress(): Step {
  return { do: 'address', label: ADDRESS_OF_SECOND, key: 'second', setup: true };
}

/** Setup of a conversation that an employee can act in. */
export function conversation(description: Description, plan: Parameters<typeof prepare>[2] = {}): Step[] {
  return [operationOf(description, 'message'), operationOf(description, 'select')].map((name) =>
    prepare(description, name, plan),
  );
}

/**
 * Setup: a conversation of these messages, of all kinds in turn, which employees have seen, and its close, the `times`-th of
 * the case.
 */
export function earlierConversation(
  description: Description,
  names: readonly string[] = ['m1', 'm2'],
  times = 1,
): Step[] {
  return [
    ...writeInTurn(description, names),
    prepare(description, operationOf(description, 'select')),
    look('present', [...names], allContentFields(description), { setup: true }),
    ...closeConversation(description, times),
  ];
}

/** The same of a message of one kind, `earlier`, after the selection. */
export function earlierConversationOf(description: Description, operation: string): Step[] {
  return [
    prepare(description, operationOf(description, 'select')),
    prepare(description, operation, {}, 'earlier'),
    look('present', ['earlier'], contentFields(description, operation), { setup: true }),
    ...closeConversation(description),
  ];
}

/** Identifies the event that is meant, if it carries something of the act: others of its name may come for other reasons. */
export function withContent(parameters: string[]): Pick<ExpectEventStep, 'carries'> {
  return parameters.length > 0 ? { carries: { of: 'act', parameters } } : {};
}

/** Values that no driver has reason to refuse, each time the next one of its pool. */
export function sampleReplies(description: Description): {
  next(rule: EmployeeEvent): Record<string, unknown>;
} {
  const { freeParameters, linkParameters = [], texts } = description.samples;
  const plain = Object.values(texts).flatMap((sample) => (sample.mayBeRefused ? [] : [textOf(sample)]));
  const links = linksOf(description, { long: false }).map(([, link]) => link);
  const used = new Map<readonly string[], number>();
  const take = (pool: readonly string[]): string | undefined => {
    const at = used.get(pool) ?? 0;
    used.set(pool, at + 1);
    return pool[at % pool.length];
  };
  return {
    next: ({ parameters }) =>
      Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => {
          if (freeParameters.includes(name)) return [name, take(plain) ?? value];
          return [name, (linkParameters.includes(name) ? take(links) : undefined) ?? value];
        }),
      ),
  };
}

/** Only the first message asked, because the selection holds. */
export function expectOnePrompt(
  description: Description,
  place: Partial<Pick<ExpectEventStep, 'address'>> = {},
): ExpectEventStep {
  const event = routingEvent(description);
  return {
    do: 'expect-event',
    event,
    user: 'a',
    times: timesAsked(description, ['message', 'select', 'message']),
    ...place,
    settles: true,
  };
}

/** A listed operation whose shape is not shown is never answered as one that does not exist; null: no row says so. */
export function mustExist(description: Description): Extract<Expectation, { kind: 'not' }> | null {
  const rows = rowsOf(description, 'unsupported-request', 'none');
  if (rows.length === 0) return null;
  const text = 'The operation is listed, but answered as one that does not exist.';
  return { kind: 'not', rows, otherwise: { code: 'unsupported', text } };
}

/** Operations that read, each with a request of it. */
export function readers(description: Description, plan: Partial<RequestPlan> = {}): [string, Step][] {
  const expect = mustExist(description);
  if (!expect) return [];
  return operationsOf(description, 'history', 'current').map((operation) => [
    operation,
    send(description, operation, expect, plan),
  ]);
}

/** What a second selection does is not shown. */
export const SELECT_AGAIN = 'select-again';

/** The parameters of a reply without what numbers it. */
export function withoutNumbers(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replaceAll('{n}', '1') : value,
    ]),
  );
}
