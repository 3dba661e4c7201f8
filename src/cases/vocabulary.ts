import type {
  Description,
  ErrorStimulus,
  Field,
  FieldRole,
  Operation,
  OperationKind,
  Resource,
  Trigger,
} from '../description/types.js';
import type { BodyPlan, Expectation, KeyChoice, RequestPlan, UserLabel } from './request-plan.js';
import { runRouting } from './routing-model.js';
import type { ExpectEventStep, InboxStep, Need, OperatorStep, SendStep, Step } from './types.js';

/** Names of operations of a kind, in the order of the description. */
export function operationsOf(description: Description, ...kinds: OperationKind[]): string[] {
  return Object.entries(description.operations)
    .filter(([, operation]) => kinds.includes(operation.kind))
    .map(([name]) => name);
}

/** The only operation of a kind; throws when there is none, which the cross-check rules out. */
export function operationOf(description: Description, kind: OperationKind): string {
  const [name] = operationsOf(description, kind);
  if (!name) throw new Error(`The description has no operation of the kind "${kind}".`);
  return name;
}

/** The first operation of each kind whose effect is shown: enough if only what precedes the operation is looked at. */
export function oneOfEachKind(description: Description): string[] {
  const kinds: OperationKind[] = ['destinations', 'select', 'message', 'address'];
  return kinds.flatMap((kind) => operationsOf(description, kind).slice(0, 1));
}

export function operation(description: Description, name: string): Operation {
  const found = description.operations[name];
  if (!found) throw new Error(`The description has no operation "${name}".`);
  return found;
}

/** Fields of the request; empty if there are none or its shape is not shown. */
export function requestFields(description: Description, name: string): readonly [string, Field][] {
  const { request } = operation(description, name);
  return fieldsOf(request === null ? undefined : description.resources[request]);
}

/** Fields of the response besides the success flag. */
export function responseFields(description: Description, name: string): readonly [string, Field][] {
  return fieldsOf(description.resources[operation(description, name).response]);
}

/** Fields of a list's elements; empty if the field is not a list, or what it holds is not documented. */
export function elementFields(
  { resources }: Pick<Description, 'resources'>,
  field: Field | undefined,
): [string, Field][] {
  return Object.entries((field?.of !== undefined && resources[field.of]?.fields) || {});
}

/** The field of a response that holds the destinations, and the fields of each; undefined if no response lists any. */
export function destinationList(
  description: Description,
): [field: string | undefined, elements: [string, Field][]] {
  const [name, field] =
    responseFields(description, operationOf(description, 'destinations')).find(
      ([, { role }]) => role === 'destinations',
    ) ?? [];
  return [name, elementFields(description, field)];
}

/** Kept, because every request and every response of a run asks for them. */
const known = new WeakMap<Resource, readonly [string, Field][]>();

function fieldsOf(resource: Resource | undefined): readonly [string, Field][] {
  if (!resource) return [];
  const fields = known.get(resource) ?? Object.entries(resource.fields);
  known.set(resource, fields);
  return fields;
}

/** Whether the request body of the operation is documented field by field. */
export function isDocumented(description: Description, name: string): boolean {
  return requestFields(description, name).length > 0;
}

/** Operations whose request body is documented field by field. */
export function withFields(description: Description): string[] {
  return Object.keys(description.operations).filter((name) => isDocumented(description, name));
}

/** Name of the field with a role among `fields`. */
export function fieldOf(fields: readonly [string, Field][], role: FieldRole): string | undefined {
  return fields.find(([, field]) => field.role === role)?.[0];
}

/** How often the routing asks for a destination in the course of these triggers (section 3). */
export function timesAsked(description: Description, triggers: readonly Trigger[]): number {
  const event = routingEvent(description);
  return runRouting(description.routing, triggers).filter(({ sends }) => sends === event).length;
}

/** Ids of the error rows that a kind of stimulus provokes. */
export function rowsOf(description: Description, ...kinds: ErrorStimulus['kind'][]): string[] {
  return Object.entries(description.errors)
    .filter(([, row]) => kinds.includes(row.stimulus.kind))
    .map(([id]) => id);
}

/** `400, code 1`, for titles. */
export function pair(description: Description, row: string): string {
  const found = description.errors[row];
  return found ? `${found.status}, code ${found.code}` : row;
}

/** A valid body for the operation: documented, none, or the dialect's. */
export function validBody(description: Description, name: string): BodyPlan {
  const { request } = operation(description, name);
  if (request === null) return { kind: 'none' };
  return isDocumented(description, name) ? { kind: 'documented' } : { kind: 'dialect' };
}

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

/** The same request twice: a service may refuse only what it meets for the first time. */
export function twice(step: SendStep): [SendStep, SendStep] {
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

/** Event rule whose cause is an employee's action, by that action's trigger. */
export function employeeEvents(
  description: Description,
): { event: string; action: string; parameters: Record<string, unknown>; carries: string[] }[] {
  return Object.entries(description.events).flatMap(([event, rule]) =>
    rule.cause.kind === 'operator'
      ? [{ event, action: rule.cause.action, parameters: rule.cause.parameters, carries: rule.carries ?? [] }]
      : [],
  );
}

/** Events that an employee's reply causes: those that carry something. */
export function replies(description: Description): ReturnType<typeof employeeEvents> {
  return employeeEvents(description).filter((event) => event.carries.length > 0);
}

/** The parameter of a reply that takes any text; undefined: it has none. */
export function freeParameterOf(
  { samples }: Description,
  { parameters }: Pick<ReturnType<typeof replies>[number], 'parameters'>,
): string | undefined {
  return samples.freeParameters.find((name) => Object.hasOwn(parameters, name));
}

/** The parameter, of those that the event of a reply carries, that takes any link; undefined: it carries none. */
export function linkParameterOf(
  { samples: { linkParameters = [] } }: Description,
  carries: readonly string[],
): string | undefined {
  return carries.find((parameter) => linkParameters.includes(parameter));
}

/** The reply that causes an event; throws when there is none. */
export function replyCausing(description: Description, event: string): ReturnType<typeof replies>[number] {
  const found = replies(description).find((reply) => reply.event === event);
  if (!found) throw new Error(`No employee's reply causes ${event}.`);
  return found;
}

/** The employee's action behind the `close` trigger: the operator event that a transition sends. */
export function closing(description: Description): { event: string; action: string } {
  const event = Object.values(description.routing.transitions).find((transition) => transition.on === 'close')
    ?.sends?.event;
  const found = employeeEvents(description).find((rule) => rule.event === event);
  if (!found) throw new Error('The description has no employee action that closes a conversation.');
  return found;
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

/** Setup: all employees of the chosen destination log in, or out. */
export function loggedIn(online: boolean, key: KeyChoice): Step {
  return { do: 'presence', destination: 'chosen', online, key, setup: true };
}

/** Setup: an employee closes the user's conversation, and its event comes, the `times`-th of the case. */
export function closed(description: Description, times = 1, user: UserLabel = 'a'): Step[] {
  const { event, action: close } = closing(description);
  return [operate(close, {}, { user, setup: true }), { do: 'expect-event', event, user, times, setup: true }];
}

/** Setup: messages of all kinds in turn, each under its name. */
export function turns(
  description: Description,
  names: readonly string[],
  plan: Partial<RequestPlan> = {},
): Step[] {
  const kinds = operationsOf(description, 'message');
  return names.map((as, at) => prepare(description, kinds[at % kinds.length] as string, plan, as));
}

/** A request with these values, which may be refused as invalid data: whether it is, and for which value, is recorded. */
export function tried(
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
      ...mayBeRefused(description, of, sample),
      ...(description.samples.texts[sample]?.mayBeRefused && { bounded: true }),
    },
    as: sample,
  };
}

/** A response that may refuse values as invalid data: whether `part` of `of` is refused is recorded. */
export function mayBeRefused(
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

/** Events that report deliveries to employees. */
export function deliveryEvents({ events }: Description): string[] {
  return Object.keys(events).filter((name) => events[name]?.cause.kind === 'delivery');
}

/** Event that asks for a destination. */
export function routingEvent(description: Description): string {
  const found = Object.entries(description.events).find(([, rule]) => rule.cause.kind === 'routing');
  if (!found) throw new Error('The description has no event that is sent by the routing.');
  return found[0];
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

/** The event of an employee's action comes, with what the action of the name `of` gave, as far as the event carries that. */
export function comes(
  { event, carries }: Pick<ReturnType<typeof employeeEvents>[number], 'event' | 'carries'>,
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
    ...operate(rule.action, rule.parameters, place),
    as: rule.event,
    leftOpen: true,
  }));
}

/** An event whose name is not shown reports deliveries to the user's employees: of each of these messages, if any are given. */
export function reported(
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

export const WEBHOOK: Need = { kind: 'webhook' };

/** The only address of the run at the second contact point, so cases there share it. */
export const ADDRESS_OF_SECOND = 'at-second-point';

/** The second contact point gets its address; what employees wrote there before may come now. */
export function secondAddress(): Step {
  return { do: 'address', label: ADDRESS_OF_SECOND, key: 'second', setup: true };
}

export function action(name: string): Need {
  return { kind: 'action', action: name };
}

/** What a user's steps trigger, in order. */
export function triggersOf(
  steps: readonly { trigger: Trigger | null; user: UserLabel }[],
  user: UserLabel,
): Trigger[] {
  return steps.flatMap((step) => (step.user === user && step.trigger !== null ? [step.trigger] : []));
}

/** The next operation of the same kind; the operation itself if there is no other. */
export function siblingOf(description: Description, name: string): string {
  const all = operationsOf(description, operation(description, name).kind);
  return all[(all.indexOf(name) + 1) % all.length] as string;
}
