import type { Description } from '../description/types.js';
import type { RunRecord } from '../record/types.js';

/** What a document in another format is made from: one version of the interface, and what a run found out about a target. */
export interface Source {
  description: Description;
  /** Null: nothing; what the interface does not show stays open. */
  discovered: Discovered | null;
}

/** A JSON document. */
export type Json = Record<string, unknown>;

/** The questions that the interface leaves open, each with the target's answers as far as known. */
export function openQuestions({ description, discovered }: Source): Json[] {
  return Object.entries(description.gaps).map(([id, { section, question, unobservable }]) => {
    const answers = discovered?.answers[id] ?? [];
    return {
      id,
      section,
      question,
      ...(answers.length > 0 && { answers }),
      ...(unobservable !== undefined && { unobservable }),
    };
  });
}

/** Marks what the interface does not show. */
export const NOT_SHOWN = 'x-not-shown';
/** Marks what the interface does not show but a run found out. */
export const DISCOVERED = 'x-discovered';

/** What a run found out about a target where the interface is silent. */
interface Discovered {
  /** Address of the target. */
  target: string;
  /** JSON Pointers of an error's code and message; null: not found. */
  error: { code: string; message: string } | null;
  /** Bodies that operations took, by operation, with placeholders such as `{webhook_url}`. */
  bodies: Record<string, unknown>;
  /** JSON Schemas of responses whose shape is not shown, by operation. */
  results: Record<string, Record<string, unknown>>;
  /** JSON Schemas of payloads, by event name. */
  payloads: Record<string, Record<string, unknown>>;
  /** Request fields that are required, by operation. */
  required: Record<string, string[]>;
  /** Name of the event that reports a delivery. */
  deliveryName: string | null;
  /** Answers to each open question, by gap, in words. */
  answers: Record<string, string[]>;
}

/** What a record tells of a version; null: the run did not check it. */
export function discoveredIn({ target, observations }: RunRecord, version: string): Discovered | null {
  if (!target.versions.includes(version)) return null;
  const own = observations.filter((observation) => observation.version === version);
  const answers: Record<string, string[]> = {};
  for (const { gap, value } of own) answers[gap] = [...(answers[gap] ?? []), value];
  const shapes = own.filter(({ gap }) => gap.startsWith(SHAPE));
  return {
    target: target.baseUrl,
    error: errorPlaces(answers['error-shape'] ?? []),
    bodies: Object.fromEntries(
      shapes.flatMap(({ gap, value }) => {
        const body = objectIn(value);
        return body === null ? [] : [[gap.slice(SHAPE.length), body]];
      }),
    ),
    results: Object.fromEntries(
      shapes.flatMap(({ gap, schema }) => (schema ? [[gap.slice(SHAPE.length), plain(schema)]] : [])),
    ),
    payloads: Object.fromEntries(
      own.flatMap(({ gap, value, schema }) =>
        gap === 'payloads' && schema ? [[value.split(': ', 1)[0] ?? '', plain(schema)]] : [],
      ),
    ),
    required: requiredFields(answers['required-fields'] ?? []),
    deliveryName: answers['delivery-name']?.find((name) => !name.includes(' ')) ?? null,
    answers,
  };
}

const SHAPE = 'shape-';

/** Two pointers in quotes, as the preflight reports them. */
function errorPlaces(values: readonly string[]): Discovered['error'] {
  for (const value of values) {
    const [code, message] = [...value.matchAll(/"(\/[^"]*)"/g)].map(([, pointer]) => pointer);
    if (code !== undefined && message !== undefined) return { code, message };
  }
  return null;
}

/** A body is recorded as sent; other answers to the same question are words. */
function objectIn(value: string): unknown {
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}

/** The operation, what happened when a field was left out, and the fields. */
function requiredFields(values: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    values.flatMap((value) => {
      const [, operation, names] = /^(\w+): (?:.*; )?required \([^)]*\): ([^;]+)/.exec(value) ?? [];
      return operation && names ? [[operation, names.split(', ')]] : [];
    }),
  );
}

/** Without its draft, which the document states itself. */
function plain({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
