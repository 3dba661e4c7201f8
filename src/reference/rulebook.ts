import type {
  Description,
  ErrorRow,
  ErrorStimulus,
  EventRule,
  FieldRole,
  Operation,
  Resource,
  Transition,
  Trigger,
} from '../description/types.js';

/** One version's description, indexed by what the service looks up. */
export interface Rulebook {
  description: Description;
  operations: ReadonlyMap<string, Operation>;
  /** The error row for a fault of this kind. */
  row(kind: ErrorStimulus['kind']): ErrorRow;
  resource(name: string): Resource;
  /** The documented request of an operation; undefined where it has none or it is not shown. */
  request(operation: Operation): Resource | undefined;
  transition(state: string, on: Trigger): Transition | undefined;
  /** The event caused by an employee's action. */
  eventCausedBy(action: string): CausedEvent | undefined;
  /** The event that reports a delivered message. */
  delivery: { name: string; unnamed: boolean } | undefined;
}

export interface CausedEvent {
  name: string;
  rule: EventRule;
  parameters: string[];
  /** The action ends the conversation; its event is sent by the routing. */
  closes: boolean;
}

/** Indexes a description. A missing row or resource throws only when it is used. */
export function makeRulebook(description: Description): Rulebook {
  const rows = Object.values(description.errors);
  const transitions = Object.values(description.routing.transitions);
  const resource = (name: string): Resource => known(description.resources[name], `resource ${name}`);
  const delivery = Object.entries(description.events).find(([, rule]) => rule.cause.kind === 'delivery');
  const closing = new Set(transitions.filter(({ on }) => on === 'close').map(({ sends }) => sends?.event));
  return {
    description,
    operations: new Map(Object.entries(description.operations)),
    resource,
    row: (kind) =>
      known(
        rows.find((row) => row.stimulus.kind === kind && (kind !== 'none' || row.status >= 500)),
        `row ${kind}`,
      ),
    request: ({ request }) =>
      request === null || request === 'undocumented' ? undefined : resource(request),
    transition: (state, on) => transitions.find((step) => step.from === state && step.on === on),
    eventCausedBy: (action) => eventOf(description, action, closing),
    delivery: delivery && { name: delivery[0], unnamed: delivery[1].unnamed === true },
  };
}

/** Name of the field that has a role; undefined where the resource has none. */
export function fieldOf(resource: Resource, role: FieldRole): string | undefined {
  return Object.entries(resource.fields).find(([, field]) => field.role === role)?.[0];
}

function eventOf(
  description: Description,
  action: string,
  closing: Set<string | undefined>,
): CausedEvent | undefined {
  for (const [name, rule] of Object.entries(description.events)) {
    if (rule.cause.kind !== 'operator' || rule.cause.action !== action) continue;
    return { name, rule, parameters: Object.keys(rule.cause.parameters), closes: closing.has(name) };
  }
  return undefined;
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The description has no ${what}.`);
  return value;
}
