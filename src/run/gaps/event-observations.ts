import type { Redactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import type { Evidence } from '../record.js';
import { addToShape, emptyShape, type Shape, shapeSchema, shapeText } from './payload-shape.js';

/** Longest answer in the record, in characters. */
const MAX_TEXT = 1_000;
/** Cases named with an answer: enough to look it up. */
const MAX_CASES = 5;
/** Event names of a version: more of them are no names. */
const MAX_EVENTS = 40;
const LIKE_AUTHENTICATION = /auth|sign|token|secret|hmac|digest|key|cert|jwt/i;

interface Seen {
  version: string;
  event: string;
  caseId: string;
  payload: unknown;
  headers: readonly [string, string][];
}

/**
 * What the run's own events tell of gaps: the shapes of payloads, and headers that look like authentication.
 * @param redact masks keys, before anything is cut
 */
export function eventObservations(evidence: Evidence, redact: Redactor): Observation[] {
  const seen = ownEvents(evidence);
  const versions = [...new Set(seen.map(({ version }) => version))];
  return versions
    .flatMap((version) => {
      const own = seen.filter((one) => one.version === version);
      return [...shapes(version, own), authentication(version, own)];
    })
    .map((one) => ({ ...one, value: cut(redact(one.value)) }));
}

/** A user belongs to one case, and a case to one version. */
function ownEvents({ outcomes, deliveries, reader }: Evidence): Seen[] {
  const caseOf = new Map(outcomes.flatMap((one) => one.events.map((id) => [id, one.case] as const)));
  return deliveries.flatMap((delivery) => {
    const one = caseOf.get(delivery.id);
    if (!one) return [];
    return reader
      .events(delivery)
      .flatMap(({ name, payload }) =>
        name === null
          ? []
          : [{ version: one.version, event: name, caseId: one.id, payload, headers: delivery.headers }],
      );
  });
}

function shapes(version: string, seen: readonly Seen[]): Observation[] {
  const byEvent = new Map<string, { shape: Shape; cases: Set<string> }>();
  for (const { event, payload, caseId } of seen) {
    if (byEvent.size >= MAX_EVENTS && !byEvent.has(event)) continue;
    const found = byEvent.get(event) ?? { shape: emptyShape(), cases: new Set() };
    addToShape(found.shape, payload);
    found.cases.add(caseId);
    byEvent.set(event, found);
  }
  return [...byEvent]
    .sort(([one], [other]) => (one < other ? -1 : 1))
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

/** Names alone: the values are the service's secrets. */
function authentication(version: string, seen: readonly Seen[]): Observation {
  const values = new Map<string, string[]>();
  for (const { headers } of seen) {
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      if (LIKE_AUTHENTICATION.test(key)) values.set(key, [...(values.get(key) ?? []), value]);
    }
  }
  const found = [...values].sort().map(([name, all]) => {
    const often = all.length < seen.length ? 'on some events' : 'on every event';
    return `${name} (${often}, ${new Set(all).size === 1 ? 'always the same' : 'with differing values'})`;
  });
  return {
    gap: 'webhook-authentication',
    version,
    value: found.length === 0 ? 'no header that looks like it' : found.join(', '),
    cases: [...new Set(seen.map(({ caseId }) => caseId))].slice(0, MAX_CASES),
  };
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
}
