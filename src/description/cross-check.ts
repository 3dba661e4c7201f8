import { conjunction } from '../phrases.js';
import { keyPosition, type Located, type Problem, valuePosition } from '../yaml/located.js';
import { checkOperations } from './check-operations.js';
import { type Mistake, unknownReference } from './description-error.js';
import { scenarioStep, transitionFrom } from './routing.js';
import type { Description, Routing, Scenario } from './types.js';

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
