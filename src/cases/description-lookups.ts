import { runRouting } from '../description/routing.js';
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
import type { UserLabel } from './request-plan.js';

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
export function documentedOperations(description: Description): string[] {
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
export function statusAndCode(description: Description, row: string): string {
  const found = description.errors[row];
  return found ? `${found.status}, code ${found.code}` : row;
}

/** An event that an employee's action causes, with the parameters of the action that it carries. */
export interface EmployeeEvent {
  event: string;
  action: string;
  parameters: Record<string, unknown>;
  carries: string[];
}

/** Events that employees' actions cause. */
export function employeeEvents(description: Description): EmployeeEvent[] {
  return Object.entries(description.events).flatMap(([event, rule]) =>
    rule.cause.kind === 'operator'
      ? [{ event, action: rule.cause.action, parameters: rule.cause.parameters, carries: rule.carries ?? [] }]
      : [],
  );
}

/** Events that an employee's reply causes: those that carry something. */
export function replies(description: Description): EmployeeEvent[] {
  return employeeEvents(description).filter((event) => event.carries.length > 0);
}

/** The parameter of a reply that takes any text; undefined: it has none. */
export function freeParameterOf(
  { samples }: Description,
  { parameters }: Pick<EmployeeEvent, 'parameters'>,
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
export function replyCausing(description: Description, event: string): EmployeeEvent {
  const found = replies(description).find((reply) => reply.event === event);
  if (!found) throw new Error(`No employee's reply causes ${event}.`);
  return found;
}

/** The employee's action behind the `close` trigger: the operator event that a transition sends. */
export function closeRule(description: Description): { event: string; action: string } {
  const event = Object.values(description.routing.transitions).find((transition) => transition.on === 'close')
    ?.sends?.event;
  const found = employeeEvents(description).find((rule) => rule.event === event);
  if (!found) throw new Error('The description has no employee action that closes a conversation.');
  return found;
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

/** Names of a request's fields that the employee's client is known to show. */
export function shownFields(description: Description, operation: string): string[] {
  return requestFields(description, operation)
    .filter(([name, field]) => field.role !== 'user' && description.employee.shows.includes(name))
    .map(([name]) => name);
}

/** What a selection says of its user: each value begins with the word, so that cards can be told apart. */
export function cardOf(
  description: Description,
  word: string,
  name = `${word} name`,
): Record<string, unknown> {
  const select = operationOf(description, 'select');
  const names = shownFields(description, select);
  return Object.fromEntries(
    requestFields(description, select)
      .filter(([field]) => names.includes(field))
      .map(([field, { type }]) => [field, type === 'map' ? { kind: word } : name]),
  );
}

/** Names of the fields that carry a message itself: enough to recognize it. */
export function contentFields(description: Description, operation: string): string[] {
  return requestFields(description, operation)
    .filter(([, field]) => field.role === 'content')
    .map(([name]) => name);
}

/** The same for messages of all kinds. */
export function allContentFields(description: Description): string[] {
  return [
    ...new Set(
      operationsOf(description, 'message').flatMap((operation) => contentFields(description, operation)),
    ),
  ];
}

/** Unusual values of a type, by the names of their samples. */
export function unusualValues({ samples }: Description, type: Field['type']): [string, unknown][] {
  return Object.entries(samples.values?.[type as 'string'] ?? {});
}
