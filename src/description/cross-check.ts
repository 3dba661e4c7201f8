import { conjunction } from '../phrases.js';
import { closest } from '../yaml/closest.js';
import { keyPosition, type Located, type Problem, valuePosition } from '../yaml/located.js';
import { scenarioStep, transitionFrom } from './routing.js';
import type { Description, FieldRole, Operation, OperationKind, Routing, Scenario } from './types.js';

/** Mistakes that no schema can see: references that lead nowhere, and elements that must be there exactly once. */
export function crossCheck(root: Located, description: Description): Problem[] {
  return CHECKS.flatMap((check) => check(description)).map(({ path, message, atKey }) => ({
    ...(atKey ? keyPosition(root, path) : valuePosition(root, path)),
    message,
  }));
}

const CHECKS: ((description: Description) => Mistake[])[] = [
  checkOperations,
  checkErrors,
  checkRouting,
  checkStatements,
];

/** A mistake found in the plain data, by its path. */
interface Mistake {
  path: string[];
  message: string;
  /** The key is the culprit, not the value. */
  atKey?: boolean;
}

/** Resources named by operations and lists exist; code finds one operation of a kind and one field of a role. */
function checkOperations(description: Description): Mistake[] {
  return [
    ...resourceNames(description),
    ...kinds(description),
    ...roles(description),
    ...employee(description),
  ];
}

function resourceNames({ operations, resources }: Description): Mistake[] {
  const known = Object.keys(resources);
  const ofOperations = Object.entries(operations).flatMap(([id, { request, response }]) => [
    ...(request === null
      ? []
      : unknownReference(['operations', id, 'request'], request, [...known, 'undocumented'], 'resource')),
    ...unknownReference(
      ['operations', id, 'response'],
      response,
      [...known, 'success', 'undocumented'],
      'resource',
    ),
  ]);
  const ofLists = Object.entries(resources).flatMap(([id, { fields }]) =>
    Object.entries(fields).flatMap(([name, { of }]) =>
      of === undefined
        ? []
        : unknownReference(['resources', id, 'fields', name, 'of'], of, known, 'resource'),
    ),
  );
  return [...ofOperations, ...ofLists];
}

/** Kinds that code asks for by name: one operation each. Any number may send messages or stay undocumented. */
const SINGLE_KINDS: OperationKind[] = ['destinations', 'select', 'address'];
const OPTIONAL_KINDS: OperationKind[] = ['history', 'current'];

function kinds({ operations }: Description): Mistake[] {
  const ofKind = (kind: OperationKind) =>
    Object.keys(operations).filter((id) => operations[id]?.kind === kind);
  const single = SINGLE_KINDS.flatMap((kind) =>
    exactlyOne(['operations'], ofKind(kind), `an operation of kind ${kind}`),
  );
  const optional = OPTIONAL_KINDS.filter((kind) => ofKind(kind).length > 1).flatMap((kind) =>
    exactlyOne(['operations'], ofKind(kind), `an operation of kind ${kind}`),
  );
  const messages: Mistake[] =
    ofKind('message').length > 0
      ? []
      : [
          {
            path: ['operations'],
            message: 'no operation is of kind message, expected at least one',
            atKey: true,
          },
        ];
  return [...single, ...optional, ...messages];
}

/** Roles that the request or the response of a kind must have once. */
const ROLES: { kind: OperationKind; side: 'request' | 'response'; roles: FieldRole[] }[] = [
  { kind: 'destinations', side: 'response', roles: ['destinations'] },
  { kind: 'select', side: 'request', roles: ['user', 'destination-id', 'destination-kind'] },
  { kind: 'message', side: 'request', roles: ['user', 'content'] },
  { kind: 'message', side: 'response', roles: ['message-id', 'timestamp'] },
];

function roles(description: Description): Mistake[] {
  const ofSides = ROLES.flatMap(({ kind, side, roles: wanted }) =>
    distinct(
      Object.values(description.operations).filter((operation) => operation.kind === kind),
      side,
    ).flatMap((id) => onceEach(description, id, wanted)),
  );
  const elements = Object.values(description.resources).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ role, of }) =>
      role === 'destinations' && of !== undefined ? [of] : [],
    ),
  );
  return [
    ...ofSides,
    ...elements.flatMap((id) =>
      onceEach(description, id, ['destination-id', 'destination-kind', 'presence']),
    ),
  ];
}

function distinct(operations: Operation[], side: 'request' | 'response'): string[] {
  return [...new Set(operations.map((operation) => operation[side]).filter((id) => id !== null))];
}

function onceEach({ resources }: Description, id: string, wanted: FieldRole[]): Mistake[] {
  const resource = resources[id];
  if (!resource) return [];
  return wanted.flatMap((role) => {
    const found = Object.keys(resource.fields).filter((name) => resource.fields[name]?.role === role);
    return exactlyOne(['resources', id, 'fields'], found, `a field of role ${role}`);
  });
}

function employee({ operations, resources, employee: { shows, user, destination } }: Description): Mistake[] {
  const requests = Object.values(operations).flatMap(({ request }) =>
    Object.keys(resources[request ?? '']?.fields ?? {}),
  );
  const known = [...new Set(requests)];
  return [
    ...shows.flatMap((name, i) =>
      unknownReference(['employee', 'shows', String(i)], name, known, 'request field'),
    ),
    ...unknownReference(['employee', 'user'], user, known, 'request field'),
    ...unknownReference(['employee', 'destination'], destination, known, 'request field'),
  ];
}

/** Codes are unique, statuses are those of the interface, and what a stimulus names exists. */
function checkErrors({ errors, http, operations, resources }: Description): Mistake[] {
  const firstOf = new Map<number, string>();
  const mistakes: Mistake[] = [];
  for (const [id, row] of Object.entries(errors)) {
    const first = firstOf.get(row.code);
    if (first !== undefined) {
      const message = `code ${row.code} is already that of "${first}", expected another`;
      mistakes.push({ path: ['errors', id, 'code'], message });
    } else firstOf.set(row.code, id);
    if (!http.errorStatuses.includes(row.status)) {
      const message = `status ${row.status} is not an error status, expected one of ${http.errorStatuses.join(', ')}`;
      mistakes.push({ path: ['errors', id, 'status'], message });
    }
    if (row.stimulus.kind !== 'field-value') continue;
    const { operation, field } = row.stimulus;
    const fields = Object.keys(resources[operations[operation]?.request ?? '']?.fields ?? {});
    const wrong = unknownReference(
      ['errors', id, 'stimulus', 'operation'],
      operation,
      Object.keys(operations),
      'operation',
    );
    mistakes.push(
      ...(wrong.length > 0
        ? wrong
        : unknownReference(['errors', id, 'stimulus', 'field'], field, fields, 'request field')),
    );
  }
  return mistakes;
}

/**
 * A statement has cases, or a reason why nothing can test it, or the preflight shows it; a gap is not a statement. If
 * sections have titles, its section has one; if it is about a field, there is one.
 */
function checkStatements(description: Description): Mistake[] {
  const { statements, gaps, sections } = description;
  const fields = requestFieldNames(description);
  return Object.entries(statements).flatMap(([id, { cases, field, untestable, preflight, section }]) => {
    const path = ['statements', id];
    const mistakes: Mistake[] = [];
    if (sections && !Object.hasOwn(sections, section))
      mistakes.push({
        path: [...path, 'section'],
        message: `"sections" has no title for section ${section}`,
      });
    const ways = Object.entries({ cases, untestable, preflight }).filter(([, way]) => way !== undefined);
    if (ways.length !== 1) {
      const have =
        ways.length === 0
          ? 'has neither "cases" nor "untestable" nor "preflight"'
          : `has both ${conjunction(ways.map(([name]) => `"${name}"`))}`;
      mistakes.push({ path, message: `the statement ${have}, expected one of them`, atKey: true });
    }
    if (field !== undefined)
      mistakes.push(...unknownReference([...path, 'field'], field, fields, 'field of a request'));
    if (Object.hasOwn(gaps, id)) {
      mistakes.push({ path, message: `"${id}" is also a gap, expected a statement or a gap`, atKey: true });
    }
    return mistakes;
  });
}

/** Each as `operation.field`. */
function requestFieldNames({ operations, resources }: Description): string[] {
  return Object.entries(operations).flatMap(([operation, { request }]) =>
    Object.keys(resources[request ?? '']?.fields ?? {}).map((field) => `${operation}.${field}`),
  );
}

/** States, events and gaps named by transitions exist; the machine is deterministic and takes each scenario's steps. */
function checkRouting(description: Description): Mistake[] {
  const unknownStates = states(description);
  return [
    ...unknownStates,
    ...effects(description),
    ...determinism(description.routing),
    ...Object.entries(unknownStates.length > 0 ? {} : description.scenarios).flatMap(([id, scenario]) =>
      possible(id, scenario, description.routing),
    ),
    ...events(description),
  ];
}

function states({ routing }: Description): Mistake[] {
  const known = Object.keys(routing.states);
  return [
    ...unknownReference(['routing', 'initial'], routing.initial, known, 'state'),
    ...Object.entries(routing.transitions).flatMap(([id, { from, to }]) => [
      ...unknownReference(['routing', 'transitions', id, 'from'], from, known, 'state'),
      ...unknownReference(['routing', 'transitions', id, 'to'], to, known, 'state'),
    ]),
  ];
}

function effects({ routing, events: rules, gaps }: Description): Mistake[] {
  const eventNames = Object.keys(rules);
  const gapNames = Object.keys(gaps);
  return Object.entries(routing.transitions).flatMap(([id, { sends, open }]) => {
    const path = ['routing', 'transitions', id];
    return [
      ...(sends ? unknownReference([...path, 'sends', 'event'], sends.event, eventNames, 'event') : []),
      ...(open ? unknownReference([...path, 'open', 'event'], open.event, eventNames, 'event') : []),
      ...(open ? unknownReference([...path, 'open', 'gap'], open.gap, gapNames, 'gap') : []),
      ...ordinals([...path, 'sends', 'messages', 'to'], sends?.messages),
      ...ordinals([...path, 'open', 'messages', 'to'], open?.messages),
      ...ordinals([...path, 'open', 'conversations', 'to'], open?.conversations),
    ];
  });
}

function ordinals(path: string[], range: { from: number; to?: number } | undefined): Mistake[] {
  if (range?.to === undefined || range.to >= range.from) return [];
  return [{ path, message: `${range.to} is before "from", expected ${range.from} or more` }];
}

function determinism({ transitions }: Routing): Mistake[] {
  const firstOf = new Map<string, string>();
  return Object.entries(transitions).flatMap(([id, { from, on }]) => {
    const first = firstOf.get(`${from} ${on}`);
    if (first === undefined) firstOf.set(`${from} ${on}`, id);
    const message = `"${first}" already leaves ${from} on ${on}, expected one transition`;
    return first === undefined ? [] : [{ path: ['routing', 'transitions', id], message, atKey: true }];
  });
}

function possible(id: string, { steps }: Scenario, routing: Routing): Mistake[] {
  const state = { a: routing.initial, b: routing.initial };
  for (const [i, step] of steps.entries()) {
    const { trigger: on, user } = scenarioStep(step);
    if (on === null) continue;
    const [, transition] = transitionFrom(routing, state[user], on) ?? [];
    if (!transition) {
      const message = `no transition leaves ${state[user]} on ${on}, expected a step that the machine takes`;
      return [{ path: ['scenarios', id, 'steps', String(i)], message }];
    }
    state[user] = transition.to;
  }
  return [];
}

function events({ events: rules }: Description): Mistake[] {
  return Object.entries(rules).flatMap(([id, { cause, carries = [] }]) => {
    const known = cause.kind === 'operator' ? Object.keys(cause.parameters) : [];
    return carries.flatMap((name, i) =>
      unknownReference(['events', id, 'carries', String(i)], name, known, 'parameter of the cause'),
    );
  });
}

/** Empty if `name` is one of `known`; else what it should have been. */
function unknownReference(path: string[], name: string, known: readonly string[], what: string): Mistake[] {
  if (known.includes(name)) return [];
  const near = closest(name, known);
  const expected = near ?? (known.length > 0 ? `one of ${known.join(', ')}` : `a ${what} that exists`);
  return [{ path, message: `no ${what} is named "${name}", expected ${expected}` }];
}

/** Empty if exactly one of `found` is there; else how many there are. */
function exactlyOne(path: string[], found: readonly string[], what: string): Mistake[] {
  if (found.length === 1) return [];
  const have = found.length === 0 ? 'is missing' : `is there ${found.length} times (${found.join(', ')})`;
  return [{ path, message: `${what} ${have}, expected exactly one`, atKey: true }];
}
