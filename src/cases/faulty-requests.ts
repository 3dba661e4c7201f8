import type { Description, ErrorStimulus, Field } from '../description/types.js';
import { contentFields, isDocumented, operationsOf, requestFields, rowsOf } from './description-lookups.js';
import type { BodyPlan, RequestPlan } from './request-plan.js';
import { send } from './steps.js';
import type { Need, SendStep, Step } from './types.js';

/**
 * Requests of the operation with one fault each: in every field, in the body as a whole, in the key, in method and version.
 * `turn`: cases that differ in it give fields other values of wrong types, so that all of them together try many.
 */
export function refusals(description: Description, operation: string, turn = 0): SendStep[] {
  const { refusedMethods, unknownVersion } = description.http;
  const method = refusedMethods.find((refusedMethod) => !WITHOUT_BODY.includes(refusedMethod));
  const step = (kind: ErrorStimulus['kind'], plan: Partial<RequestPlan>): SendStep[] => {
    const rows = rowsOf(description, kind);
    const expect = { kind: 'refused', rows } as const;
    return rows.length === 0 ? [] : [send(description, operation, expect, plan, { setup: true })];
  };
  return [
    ...requestFields(description, operation).flatMap(([field, rule]) =>
      wrongValuesInTurn(rule, turn).flatMap((value) =>
        step('wrong-type', { body: { kind: 'documented', set: { [field]: value } } }),
      ),
    ),
    ...step('malformed-json', { body: { kind: 'mutated', mutation: 'cut-in-half' } }),
    ...step('empty-body', { body: { kind: 'literal', text: '' } }),
    ...step('no-key', { key: 'none' }),
    ...step('unregistered-key', { key: 'unregistered' }),
    ...step('unregistered-key', { key: 'longer' }),
    ...step('unsupported-request', { version: unknownVersion }),
    ...(method === undefined ? [] : step('unsupported-request', { method })),
  ];
}

/** So many cases together try every wrong value. */
const TURNS = 4;

/** The wrong values of a field whose turn it is. */
function wrongValuesInTurn(field: Field, turn: number): unknown[] {
  return Object.values(wrongValues(field)).filter((_, at) => at % TURNS === turn % TURNS);
}

/** A value of every JSON type that the field's type excludes. */
export function wrongValues(field: Field): Record<string, unknown> {
  const values = { string: 'text', number: 7, boolean: true, array: ['text'], object: { text: 'text' } };
  switch (field.type) {
    case 'string': {
      const { string: _, ...rest } = values;
      return { ...rest, ...EMPTY_VALUES, fraction: 1.5 };
    }
    case 'integer':
    case 'number': {
      const { number: _, ...rest } = values;
      // Languages that convert between the two when computing mistake it for a number.
      return { ...rest, 'number-as-text': '7', 'empty-text': '', false: false, 'empty-array': [] };
    }
    case 'boolean': {
      const { boolean: _, ...rest } = values;
      return rest;
    }
    case 'list': {
      const { array: _, ...rest } = values;
      return rest;
    }
    case 'map': {
      const { object: _, ...rest } = values;
      const { 'empty-object': _own, ...empty } = EMPTY_VALUES;
      return {
        ...rest,
        'empty-text': '',
        ...empty,
        'number-value': { key: 7 },
        'object-value': { key: {} },
        'boolean-value': { key: true },
        'array-value': { key: [] },
        'wrong-first-value': { key: 7, second: 'text', third: 'text' },
        'wrong-middle-value': { key: 'text', second: false, third: 'text' },
        'wrong-last-value': { key: 'text', second: 'text', third: ['text'] },
        'wrong-last-of-many': {
          ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key ${at + 1}`, 'text'])),
          last: 7,
        },
      };
    }
  }
}

/** Values that some languages treat as nothing, or as an empty text, are of another type all the same. */
export const EMPTY_VALUES = { zero: 0, false: false, 'empty-array': [], 'empty-object': {} };

/** The refusals with names for those messages of the operation that employees would recognize. */
export function namedRefusals(
  description: Description,
  operation: string,
  steps: readonly SendStep[],
): SendStep[] {
  return steps.map((step, at) =>
    isWhole(description, operation, step) ? { ...step, as: `refused message ${at + 1}` } : step,
  );
}

/** Whether a refused message has its whole content, by which employees' messages are told apart. */
function isWhole(description: Description, operation: string, { request }: SendStep): boolean {
  const { body } = request;
  return (
    request.operation === operation &&
    body.kind === 'documented' &&
    contentFields(description, operation).every((name) => body.set?.[name] === undefined)
  );
}

/** Addresses for a contact point of its own, each refused for another reason. */
export function addressRefusals(description: Description): Step[] {
  const [invalid = ''] = Object.values(description.samples.invalidAddresses);
  const bodies: [ErrorStimulus['kind'], BodyPlan][] = [
    ['malformed-json', { kind: 'mutated', mutation: 'cut-in-half' }],
    ['invalid-address', { kind: 'dialect', address: { literal: invalid } }],
  ];
  return operationsOf(description, 'address').flatMap((operation) =>
    bodies.flatMap(([fault, body]) => {
      const rows = rowsOf(description, fault);
      if (rows.length === 0) return [];
      return [
        send(description, operation, { kind: 'refused', rows }, { key: 'unset', body }, { setup: true }),
      ];
    }),
  );
}

/** Operations that take a body: documented ones, and the address operation once its body is known. */
export function bodyOperations(description: Description): { operation: string; needs: Need[] }[] {
  return Object.keys(description.operations).flatMap((operation) => {
    if (isDocumented(description, operation)) return [{ operation, needs: [] }];
    return description.operations[operation]?.kind === 'address'
      ? [{ operation, needs: [{ kind: 'body' as const, operation }] }]
      : [];
  });
}

/** Methods whose requests carry no content: servers in front may refuse one that does. */
export const WITHOUT_BODY = ['GET', 'DELETE'];
