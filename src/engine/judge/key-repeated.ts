import type { Description } from '../../description/types.js';
import type { Finding } from '../finding.js';
import type { Exchange } from '../run-context.js';

/** Shorter ones may stand in an answer by chance. */
const LEAST = 8;

/** Whether an answer repeats the key that the request carried, in its head or its body: plainly, or as it stood in the query. */
export function keyRepeated({ http }: Description, { request, outcome }: Exchange): Finding | null {
  if (outcome.kind === 'no-answer') return null;
  const keys = keysIn(request.url, http.keyParameter).filter((key) => key.length >= LEAST);
  if (keys.length === 0) return null;
  const spellings = keys.flatMap((key) => [...new Set([key, encodeURIComponent(key)])]);
  const { body } = outcome;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const holds = (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
  const header = outcome.headers.find(([, value]) => holds(value))?.[0];
  const where =
    header !== undefined
      ? `the header ${header}`
      : spellings.some((spelling) => bytes.includes(spelling))
        ? 'the body'
        : holds(outcome.reason)
          ? 'the reason phrase'
          : null;
  if (where === null) return null;
  return {
    verdict: 'fail',
    code: 'key-repeated',
    text: `An answer repeats the authentication key, in ${where}.`,
    expected: 'no key in any answer',
    received: `the key in ${where}`,
    place: header === undefined ? { part: 'body', pointer: '' } : { part: 'header', header },
  };
}

/** The thousands of requests of a run have few different queries. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100;

/** The keys that stand in the query of an address, by the name of their parameter. */
export function keysIn(url: string, parameter: string): readonly string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const place = `${parameter} ${query}`;
  const keys = known.get(place) ?? new URLSearchParams(query).getAll(parameter);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(place, keys);
  return keys;
}
