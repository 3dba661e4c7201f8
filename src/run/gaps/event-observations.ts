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
