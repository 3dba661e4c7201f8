import { closest } from '../yaml/closest.js';
import { quoted } from '../yaml/problem.js';
import type { Sources } from './sources.js';
import type { Known } from './target.js';
import type { DialectSettings } from './types.js';

/** What the file says of the dialect. Keys beside the fixed ones must be operations. */
export function readDialect(sources: Sources, known: Known): DialectSettings {
  const raw = (sources.inFile(['dialect'])?.value ?? {}) as Raw;
  const { error, event, clearWebhook, ...rest } = raw;
  const names = [...new Set(known.flatMap(({ operations }) => Object.keys(operations)))];
  const check = (name: string, path: string[]): void => {
    if (names.includes(name)) return;
    const right = closest(name, [...names, ...FIXED]) ?? `one of ${[...names, ...FIXED].join(', ')}`;
    sources.note(sources.place(path), `no operation is named ${quoted(name)}; expected ${right}`);
  };
  for (const name of Object.keys(rest)) check(name, ['dialect', name]);
  if (clearWebhook) check(clearWebhook.operation, ['dialect', 'clearWebhook', 'operation']);
  return {
    ...(error && { error: errorPlaces(error) }),
    ...(event && { event }),
    ...(clearWebhook !== undefined && {
      clearWebhook: clearWebhook && { operation: clearWebhook.operation, body: clearWebhook.body },
    }),
    bodies: Object.fromEntries(Object.entries(rest).map(([name, { body }]) => [name, body])),
  };
}

/** A list gives all places at which errors have both, the usual ones first. */
function errorPlaces(error: ErrorPair | [ErrorPair, ...ErrorPair[]]): NonNullable<DialectSettings['error']> {
  if (!Array.isArray(error)) return error;
  const [usual, ...others] = error;
  return { ...usual, ...(others.length > 0 && { others }) };
}

interface ErrorPair {
  code: string;
  message: string;
}

const FIXED = ['error', 'event', 'clearWebhook'];

type Raw = Record<string, { body: unknown }> & {
  error?: ErrorPair | [ErrorPair, ...ErrorPair[]];
  event?: { name: string; user: string | null; list?: string | null };
  clearWebhook?: { operation: string; body: unknown } | null;
};
