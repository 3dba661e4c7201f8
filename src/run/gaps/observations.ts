import { elementFields, responseFields } from '../../cases/description-lookups.js';
import type { Description, Field } from '../../description/types.js';
import type { Exchange } from '../../engine/evidence.js';
import { readResponse } from '../../engine/judge/response.js';
import { groupBy } from '../../group-by.js';
import type { Redactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import { cutText } from '../../terminal-text.js';
import type { Evidence } from '../case-records.js';
import { addToShape, emptyShape, type Shape, shapeSchema, shapeText } from './payload-shape.js';

/** Longest answer in the record, in characters. */
const MAX_TEXT = 1_000;
/** Cases named with an answer: enough to look it up. */
const MAX_CASES = 5;
/** Event names of a version: beyond this many they are data, not names. */
const MAX_EVENTS = 40;
const LIKE_AUTHENTICATION = /auth|sign|token|secret|hmac|digest|key|cert|jwt/i;

interface Seen {
  version: string;
  event: string;
  caseId: string;
  headers: readonly [string, string][];
}

interface SeenShape {
  shape: Shape;
  cases: Set<string>;
}

/** The shape of each event, by its name. */
type Shapes = Map<string, SeenShape>;

/**
 * What the run's own events show of gaps: the shapes of payloads, and headers that look like authentication.
 * @param redact masks keys, before anything is cut
 */
export function eventObservations(evidence: Evidence, redact: Redactor): Observation[] {
  const shapes = new Map<string, Shapes>();
  const seen: Seen[] = [];
  for (const { payload, ...event } of ownEvents(evidence)) {
    // Merged at once: all payloads together may be more than memory holds.
    addTo(shapes.get(event.version) ?? newShapes(shapes, event.version), event, payload);
    seen.push(event);
  }
  return [...shapes]
    .flatMap(([version, ofVersion]) => [
      ...shapeObservations(version, ofVersion),
      authentication(
        version,
        seen.filter((seen) => seen.version === version),
      ),
    ])
    .map((observation) => ({ ...observation, value: cutText(redact(observation.value), MAX_TEXT) }));
}

/** A user belongs to one case, and a case to one version. */
function* ownEvents({ outcomes, deliveries, reader }: Evidence): Generator<Seen & { payload: unknown }> {
  const caseOf = new Map(
    outcomes.flatMap((outcome) => outcome.events.map((id) => [id, outcome.case] as const)),
  );
  for (const delivery of deliveries) {
    const testCase = caseOf.get(delivery.id);
    if (!testCase) continue;
    for (const { name, payload } of reader.events(delivery))
      if (name !== null)
        yield {
          version: testCase.version,
          event: name,
          caseId: testCase.id,
          payload,
          headers: delivery.headers,
        };
  }
}

function newShapes(all: Map<string, Shapes>, version: string): Shapes {
  const made: Shapes = new Map();
  all.set(version, made);
  return made;
}

function addTo(shapes: Shapes, { event, caseId }: Seen, payload: unknown): void {
  if (shapes.size >= MAX_EVENTS && !shapes.has(event)) return;
  const found: SeenShape = shapes.get(event) ?? { shape: emptyShape(), cases: new Set() };
  addToShape(found.shape, payload);
  found.cases.add(caseId);
  shapes.set(event, found);
}

function shapeObservations(version: string, shapes: Shapes): Observation[] {
  return [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([event, { shape, cases }]) => ({
      gap: 'payloads',
      version,
      value: `${event}: ${shapeText(shape)}`,
      cases: [...cases].slice(0, MAX_CASES),
      ...withSchema(shape),
    }));
}

function withSchema(shape: Shape): Pick<Observation, 'schema'> {
  const schema = shapeSchema(shape);
  return schema === null ? {} : { schema };
}

/** Names only: the values are the service's secrets. */
function authentication(version: string, seen: readonly Seen[]): Observation {
  const all = seen.flatMap(({ headers }) =>
    headers.flatMap(([name, value]) => {
      const key = name.toLowerCase();
      return LIKE_AUTHENTICATION.test(key) ? [{ name: key, value }] : [];
    }),
  );
  const byName = [...groupBy(all, ({ name }) => name)].sort(([a], [b]) => (a < b ? -1 : 1));
  const found = byName.map(([name, all]) => {
    const often = all.length < seen.length ? 'on some events' : 'on every event';
    return `${name} (${often}, ${new Set(all.map(({ value }) => value)).size === 1 ? 'always the same' : 'with differing values'})`;
  });
  return {
    gap: 'webhook-authentication',
    version,
    value: found.length === 0 ? 'no header that looks like it' : found.join(', '),
    cases: [...new Set(seen.map(({ caseId }) => caseId))].slice(0, MAX_CASES),
  };
}

const MAX_NAMES = 40;

/** What the run's successes show of gaps: undocumented shapes, fields beyond the documented ones, and what some of them mean. */
export function responseObservations(evidence: Evidence): Observation[] {
  return evidence.descriptions.flatMap((description) => {
    const found = successes(description, evidence);
    return [
      ...shapes(description, found),
      ...furtherFields(description, found),
      ...meanings(description, found),
    ];
  });
}

/** Bodies of successes whose shape is not shown. */
function shapes(
  { version, operations }: Description,
  found: ReadonlyMap<string, readonly Success[]>,
): Observation[] {
  return [...found]
    .filter(([operation]) => operations[operation]?.response === 'undocumented')
    .map(([operation, all]) => {
      const shape = emptyShape();
      for (const { body } of all) addToShape(shape, body);
      const schema = shapeSchema(shape);
      return {
        gap: `shape-${operation}`,
        version,
        value: `answer: ${shapeText(shape)}`,
        cases: casesOf(all),
        ...(schema && { schema }),
      };
    });
}

/** Fields that responses of documented shape have in addition (section 2): allowed, and recorded. */
function furtherFields(
  description: Description,
  found: ReadonlyMap<string, readonly Success[]>,
): Observation[] {
  const names = new Set<string>();
  const cases = new Set<string>();
  for (const [operation, all] of found) {
    if (description.operations[operation]?.response === 'undocumented') continue;
    const known = Object.fromEntries(responseFields(description, operation));
    for (const { body, caseId } of all) {
      const more = [
        ...beyond(body, { ...known, [description.success.field]: null }),
        ...elementsBeyond(description, body, known),
      ];
      for (const name of more) if (names.size < MAX_NAMES) names.add(`${operation}: ${name}`);
      if (more.length > 0) cases.add(caseId);
    }
  }
  return found.size === 0
    ? []
    : [
        {
          gap: 'further-fields',
          version: description.version,
          value: names.size === 0 ? 'none' : [...names].sort().join(', '),
          cases: [...cases].slice(0, MAX_CASES),
        },
      ];
}

function beyond(value: unknown, known: Record<string, unknown>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((name) => !Object.hasOwn(known, name));
}

function elementsBeyond(
  description: Description,
  body: Record<string, unknown>,
  known: Record<string, Field>,
): string[] {
  return Object.entries(known).flatMap(([list, { of }]) => {
    const elements = body[list];
    const fields = of === undefined ? undefined : description.resources[of]?.fields;
    if (!fields || !Array.isArray(elements)) return [];
    return elements.flatMap((element) => beyond(element, fields).map((name) => `${list}[].${name}`));
  });
}

/** Flags whose meaning is not shown: which of their values came with which values of the other flags. */
function meanings(description: Description, found: ReadonlyMap<string, readonly Success[]>): Observation[] {
  return [...found].flatMap(([operation, all]) =>
    responseFields(description, operation).flatMap(([list, field]) => {
      const fields = elementFields(description, field);
      const others = fields
        .filter(([, field]) => field.type === 'boolean' && !field.gap)
        .map(([name]) => name);
      const elements = all.flatMap(({ body }) =>
        Array.isArray(body[list]) ? (body[list] as unknown[]) : [],
      );
      return fields.flatMap(([name, { gap }]) =>
        gap === undefined
          ? []
          : [
              {
                gap,
                version: description.version,
                value: [...new Set(elements.map((element) => together(element, name, others)))]
                  .sort()
                  .join('; '),
                cases: casesOf(all),
              },
            ],
      );
    }),
  );
}

function together(element: unknown, name: string, others: readonly string[]): string {
  const of = (field: string): string => {
    const value = (element as Record<string, unknown> | null)?.[field];
    return `${field} ${typeof value === 'boolean' ? value : 'no boolean'}`;
  };
  return `${of(name)} with ${others.map(of).join(', ')}`;
}

function casesOf(all: readonly Success[]): string[] {
  return [...new Set(all.map(({ caseId }) => caseId))].slice(0, MAX_CASES);
}

/** A success of a listed operation, parsed. */
interface Success {
  operation: string;
  caseId: string;
  body: Record<string, unknown>;
}

/** All successes of a version, by operation. */
function successes(
  description: Description,
  { exchanges }: Pick<Evidence, 'exchanges'>,
): Map<string, Success[]> {
  const found = new Map<string, Success[]>();
  for (const exchange of exchanges) {
    const success = exchange.version === description.version ? successOf(description, exchange) : null;
    if (!success) continue;
    const known = found.get(success.operation);
    if (known) known.push(success);
    else found.set(success.operation, [success]);
  }
  return found;
}

function successOf(description: Description, { operation, caseId, outcome }: Exchange): Success | null {
  if (operation === null || outcome.kind !== 'response') return null;
  const read = readResponse(description, outcome);
  if ('finding' in read || read.response.status !== description.http.successStatus) return null;
  return { operation, caseId, body: read.response.body };
}
