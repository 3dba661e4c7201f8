import { documentedOperations, requestFields, rowsOf } from '../../cases/description-lookups.js';
import type { BodyPlan, Grown } from '../../cases/request-plan.js';
import type { Case } from '../../cases/types.js';
import type { Description, Field, Resource } from '../../description/types.js';
import { isObject } from '../../json.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { Hooks } from '../../reference/service-context.js';
import { judgedSends, type Mutant, type Place } from './mutant.js';

/** Each documented field of each request: every wrong type accepted, and the right one refused (sections 2 and 7). */
export function requestFieldMutants(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) =>
    documentedOperations(description).flatMap((operation) => {
      const place = { version: description.version, operation };
      return requestFields(description, operation).flatMap(([name, field]) => [
        ...wrongKinds(field).map((kind) => accepting(description, place, [name, field], kind)),
        refusing(place, [name, field]),
        ...(description.employee.shows.includes(name) ? [dropping(place, name)] : []),
        ...oddities(description, [name, field]).map((oddity) => refusingOddly(place, name, oddity)),
      ]);
    }),
  );
}

/** JSON types, and values that do not belong in a map of texts. */
const KINDS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

const RIGHT: Record<Field['type'], string> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  map: 'object',
  list: 'array',
};

function wrongKinds({ type }: Field): string[] {
  const kinds = Object.keys(KINDS).filter((kind) => kind !== RIGHT[type]);
  return type === 'map'
    ? [...kinds, ...Object.keys(KINDS).flatMap((kind) => (kind === 'string' ? [] : [`of-${kind}`]))]
    : kinds;
}

/** Whether the value is of the kind; `of-<kind>`: a map that holds such a value. */
function isKind(kind: string, value: unknown): boolean {
  const inner = /^of-(.+)$/.exec(kind)?.[1];
  if (inner === undefined) return KINDS[kind]?.(value) ?? false;
  return isObject(value) && Object.values(value).some((member) => KINDS[inner]?.(member));
}

function accepting(
  description: Description,
  place: Place,
  [name, field]: [string, Field],
  kind: string,
): Mutant {
  const rows = rowsOf(description, 'wrong-type');
  return {
    id: `${place.version}/request/${place.operation}/${name}/takes-${kind}`,
    family: `request's field: takes ${kind}`,
    summary: `${place.operation} accepts ${kind.replace('-', ' ')} in ${name}`,
    version: place.version,
    fault: () =>
      onResource(place, (isOwn) => ({ validate, chosen }) => {
        let excused = false;
        return {
          validate(body, resource, rules) {
            const fields = body as Record<string, unknown>;
            excused = isOwn(resource) && isKind(kind, fields[name]);
            // In place, because the service goes on with this body: a value that it can work with.
            if (excused) fields[name] = replacement(description, field);
            return validate(body, resource, rules);
          },
          chosen: (id, all) => chosen(id, all) ?? (excused ? [...all.values()][0] : undefined),
        };
      }),
    killedBy: (testCase) =>
      judgedSends(testCase, place).some(
        ({ request, expect }) =>
          expect.kind === 'refused' &&
          expect.rows.some((row) => rows.includes(row)) &&
          isKind(kind, setIn(request.body)?.[name]),
      ),
  };
}

function refusing(place: Place, [name, field]: [string, Field]): Mutant {
  return {
    id: `${place.version}/request/${place.operation}/${name}/refuses-${RIGHT[field.type]}`,
    family: "request's field: refuses the right type",
    summary: `${place.operation} refuses ${name} of the right type`,
    version: place.version,
    fault: () =>
      onResource(place, (isOwn) => ({ validate }) => ({
        validate: (body, resource, rules) =>
          isOwn(resource) && isKind(RIGHT[field.type], (body as Record<string, unknown>)[name])
            ? `field ${name} has the wrong type`
            : validate(body, resource, rules),
      })),
    killedBy: (testCase) => accepts(testCase, place),
  };
}

/** The field is accepted, but its value is lost: employees never see it. */
function dropping(place: Place, name: string): Mutant {
  return {
    id: `${place.version}/request/${place.operation}/${name}/dropped`,
    family: "request's field: dropped",
    summary: `${place.operation} accepts ${name} but drops it`,
    version: place.version,
    fault: () =>
      onResource(place, (isOwn) => ({ validate }) => ({
        validate(body, resource, rules) {
          const reason = validate(body, resource, rules);
          if (reason === null && isOwn(resource)) delete (body as Record<string, unknown>)[name];
          return reason;
        },
      })),
    killedBy: (testCase) =>
      testCase.version === place.version &&
      testCase.steps.some((step) => step.do === 'inbox' && step.names.includes(name)) &&
      testCase.steps.some((step) => step.do === 'send' && step.request.operation === place.operation),
  };
}

/** A value that the interface leaves open: how the service recognizes it, and which cases send it. */
interface Oddity {
  what: string;
  is: (value: unknown) => boolean;
  asks: (body: Extract<BodyPlan, { kind: 'documented' }>, name: string) => boolean;
}

function oddities({ samples }: Description, [, { type, role }]: [string, Field]): Oddity[] {
  const isBound = role === 'destination-id' || role === 'destination-kind';
  const pool = isBound ? {} : (samples.values?.[type as 'string'] ?? {});
  const sizes = isBound ? [] : (samples.sizes?.[role === 'user' ? 'user' : (type as 'string')] ?? []);
  const least = sizes[0];
  return [
    { what: 'null', is: (value) => value === null, asks: ({ set }, name) => set?.[name] === null },
    {
      what: 'missing',
      is: (value) => value === undefined,
      asks: ({ without }, name) => without === name,
    },
    ...Object.entries(pool).map(
      ([what, odd]): Oddity => ({
        what,
        is: (value) => JSON.stringify(value) === JSON.stringify(odd),
        asks: ({ set }, name) => set !== undefined && JSON.stringify(set[name]) === JSON.stringify(odd),
      }),
    ),
    ...(least === undefined
      ? []
      : [
          {
            what: 'large',
            is: (value: unknown) => sizeOf(value) >= least,
            asks: ({ grown }: { grown?: Grown }, name: string) => grown?.field === name,
          },
        ]),
  ];
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? Object.keys(value ?? {}).length : Number(value);
}

/** What the interface leaves open is refused, but by no row of the table. */
function refusingOddly(place: Place, name: string, { what, is, asks }: Oddity): Mutant {
  return {
    id: `${place.version}/request/${place.operation}/${name}/${what}-by-no-row`,
    family: `request's field: ${['null', 'missing', 'large'].includes(what) ? what : 'uncommon value'} refused by no row`,
    summary: `${place.operation} refuses ${what.replaceAll('-', ' ')} ${name} with a code that no row has`,
    version: place.version,
    fault: () =>
      onResource(place, (isOwn) => ({ validate, row }) => {
        let odd = false;
        return {
          validate(body, resource, rules) {
            odd = isOwn(resource) && is((body as Record<string, unknown>)[name]);
            return odd ? `field ${name} is ${what}` : validate(body, resource, rules);
          },
          // Called right after the refusal of `validate`, before anything else is answered.
          row(due, call) {
            const own = odd;
            odd = false;
            return own ? { ...due, code: due.code + 1000 } : row(due, call);
          },
        };
      }),
    killedBy: (testCase) =>
      judgedSends(testCase, place).some(
        ({ request: { body } }) => body.kind === 'documented' && asks(body, name),
      ),
  };
}

/** A fault of one operation's request: the hook is told whether a resource is that one. */
function onResource(
  { version, operation }: Place,
  hook: (isOwn: (resource: Resource) => boolean) => (good: Hooks) => Partial<Hooks>,
): Fault {
  let own: Resource | undefined;
  return {
    summary: '',
    describe(description) {
      const { request } = description.operations[operation] ?? {};
      if (description.version === version && request) own = description.resources[request];
    },
    hook: hook((resource) => resource === own),
  };
}

/** A valid value of the field, as far as a description can tell. */
function replacement({ resources }: Description, { type, role }: Field): unknown {
  const constant = Object.values(resources)
    .flatMap(({ fields }) => Object.values(fields))
    .find((field) => role && field.role === role && field.const !== undefined)?.const;
  return { string: constant ?? 'text', boolean: true, integer: 7, number: 7, map: {}, list: [] }[type];
}

function setIn(body: BodyPlan): Record<string, unknown> | undefined {
  return body.kind === 'documented' ? body.set : undefined;
}

/** The case sends the operation's documented body unchanged and says that it must be accepted. */
function accepts(testCase: Case, place: Place): boolean {
  return judgedSends(testCase, place).some(
    ({ request, expect }) =>
      expect.kind === 'accepted' && request.body.kind === 'documented' && !request.body.set,
  );
}
