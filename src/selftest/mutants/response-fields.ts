import { elementFields, responseFields } from '../../cases/description-lookups.js';
import type { Case, InvariantRule } from '../../cases/types.js';
import type { Description, Field } from '../../description/types.js';
import { HOUR_MS } from '../../duration.js';
import type { Reply } from '../../reference/requests/call.js';
import { isAt, type Mutant, type Place, placesOf, withBody } from './mutant.js';

/** Each listed field of each response: missing, of every wrong type, and against each of its rules (section 2). */
export function responseFieldMutants(descriptions: readonly Description[]): Mutant[] {
  return placesOf(descriptions).flatMap(({ description, place }) =>
    responseFields(description, place.operation).flatMap(([name, field]) => [
      ...mutants(place, { name }, field),
      ...elementFields(description, field).flatMap(([inner, element]) => [
        ...mutants(place, { name: inner, list: name }, element),
        ...(element.exclusive ? moved(descriptions, place, { name: inner, list: name }) : []),
      ]),
    ]),
  );
}

interface Spot {
  name: string;
  /** Field of the response whose elements have it. */
  list?: string;
}

/** A value to replace the correct one; undefined: the field is left out. */
interface Change {
  change: string;
  value: (good: unknown, at: number) => unknown;
  checks: Check[];
}

type Check = InvariantRule;

function mutants(place: Place, spot: Spot, field: Field): Mutant[] {
  return [...changesOf(field), ...(spot.list ? [ALL_BUT_FIRST] : [])].map((change) =>
    mutant(place, spot, change),
  );
}

function mutant(place: Place, spot: Spot, { change, value, checks }: Change): Mutant {
  const where = spot.list ? `${spot.list}[].${spot.name}` : spot.name;
  return {
    id: `${place.version}/field/${place.operation}/${where}/${change}`,
    family: `answer's field: ${change}`,
    summary: `${where} in the response of ${place.operation}: ${change.replaceAll('-', ' ')}`,
    version: place.version,
    fault: () => ({
      summary: change,
      hook: ({ respond }) => ({
        respond(due, call) {
          const reply = respond(due, call);
          return isAt(call, place) ? withBody(reply, rewritten(reply.body, spot, value)) : reply;
        },
      }),
    }),
    killedBy: (testCase) => checks.some((check) => judges(testCase, place, spot, check)),
    // An invariant asks for a response if the run has none; what responses share takes two.
    inEveryResponse: !checks.includes('unique'),
  };
}

/** Errors lack the field and stay as they are. */
function rewritten(body: Reply['body'], { name, list }: Spot, value: Change['value']): Reply['body'] {
  if (list === undefined) return name in body ? put(body, name, value(body[name], 0)) : body;
  const elements = body[list];
  if (!Array.isArray(elements)) return body;
  return {
    ...body,
    [list]: elements.map((element: Reply['body'], at) => put(element, name, value(element[name], at))),
  };
}

function put(body: Reply['body'], name: string, value: unknown): Reply['body'] {
  const { [name]: _, ...rest } = body;
  return value === undefined ? rest : { ...rest, [name]: value };
}

const VALUES: Record<string, unknown> = {
  text: 'text',
  number: 7,
  fraction: 7.5,
  boolean: true,
  null: null,
  array: [],
  object: {},
};

const FITS: Record<Field['type'], string[]> = {
  string: ['text'],
  boolean: ['boolean'],
  integer: ['number'],
  number: ['number', 'fraction'],
  map: ['object'],
  list: ['array'],
};

function changesOf(field: Field): Change[] {
  const wrong = Object.entries(VALUES)
    .filter(([type]) => !FITS[field.type].includes(type) && (type !== 'fraction' || field.type === 'integer'))
    .map(([type, value]): Change => ({ change: `type-${type}`, value: () => value, checks: ['type'] }));
  const rule = (applies: unknown, change: string, check: Check[], value: Change['value']): Change[] =>
    applies ? [{ change, checks: check, value }] : [];
  const asNumber = (good: unknown): number => (typeof good === 'number' ? good : 0);
  return [
    { change: 'missing', value: () => undefined, checks: ['type'] },
    ...wrong,
    ...rule(field.const !== undefined, 'another-value', ['const'], () => `not ${field.const}`),
    ...rule(field.nonEmpty, 'empty', ['non-empty'], () => ''),
    ...rule(field.atLeast, 'too-few', ['at-least'], () => []),
    ...rule(field.unique, 'constant', ['unique'], () => CONSTANT),
    ...rule(field.looksLike, 'other-spelling', ['looks-like'], (good) => `message ${String(good)}`),
    ...rule(field.unit, 'in-seconds', ['unit'], (good) => Math.floor(asNumber(good) / 1e3)),
    ...rule(field.unit, 'in-microseconds', ['unit'], (good) => asNumber(good) * 1e3),
    ...rule(field.unit, 'zero', ['unit'], () => 0),
    ...rule(field.unit, 'an-hour-off', ['skew'], (good) => asNumber(good) - HOUR_MS),
    ...rule(field.unit, 'as-text', ['type'], (good) => String(good)),
  ];
}

const ALL_BUT_FIRST: Change = {
  change: 'missing-in-all-but-the-first',
  value: (good, at) => (at > 0 ? undefined : good),
  checks: ['type'],
};

const CONSTANT = '00000000-0000-4000-a000-000000000000';

function judges({ version, operation, steps }: Case, place: Place, spot: Spot, check: Check): boolean {
  if (version !== place.version || operation !== place.operation) return false;
  return steps.some(
    (step) =>
      step.do === 'invariant' &&
      step.rule === check &&
      (spot.list
        ? step.field === spot.list && step.element === spot.name
        : step.field === spot.name && step.element === undefined),
  );
}

/** A field of one version only, sent by the other ones as well. */
function moved(descriptions: readonly Description[], { version, operation }: Place, spot: Spot): Mutant[] {
  return descriptions
    .filter((other) => {
      const list = Object.fromEntries(other.operations[operation] ? responseFields(other, operation) : [])[
        spot.list ?? ''
      ];
      return other.version !== version && list?.of && !other.resources[list.of]?.fields[spot.name];
    })
    .map((other) =>
      mutant({ version: other.version, operation }, spot, {
        change: `moved-from-${version}`,
        value: () => true,
        checks: ['absent'],
      }),
    );
}
