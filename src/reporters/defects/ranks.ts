import type { CaseRecord, RunRecord } from '../../record/types.js';

/**
 * How early a reason stands in the chain of causes: a broken answer before a missing field, that before a wrong type, that
 * before a wrong value, and all of them before behaviour.
 */
export function causeRank(code: string): number {
  const found = RANKS.findIndex((codes) => codes.includes(code));
  return found < 0 ? RANKS.length : found;
}

const RANKS: readonly (readonly string[])[] = [
  [
    ...[
      'truncated',
      'surplus-bytes',
      'framing',
      'chunk',
      'content-length',
      'header',
      'status-line',
      'not-http',
    ],
    ...['encoding', 'codings', 'empty-body', 'not-json', 'redirect', 'server-error'],
  ],
  ['missing', 'shape', 'too-few'],
  ['type', 'surplus'],
  ['value', 'empty', 'unit', 'status', 'code', 'message', 'key-repeated', 'clock-stands', 'repeated'],
  ['not-in-table', 'clock-drift', 'clock-skew', 'spelling', 'content-type'],
  ['auth', 'accepted', 'refused', 'unsupported', 'plain-http'],
  ['event-shape'],
  ['no-event', 'wrong-address', 'payload', 'unexpected-event'],
  ['not-delivered', 'content', 'seen', 'presence', 'order', 'copies'],
];

/** The plainest first: of few steps, with small bodies of ordinary characters. */
export function plainestFirst(record: RunRecord): (a: CaseRecord, b: CaseRecord) => number {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const known = new Map<string, number>();
  const oddness = (testCase: CaseRecord): number => {
    const before = known.get(testCase.id);
    if (before !== undefined) return before;
    const own = testCase.exchanges.slice(0, MOST_LOOKED_AT).flatMap((id) => exchanges.get(id) ?? []);
    const texts = own.map(({ request }) => request.body?.text ?? request.body?.base64 ?? '');
    const odd = texts.reduce((sum, text) => sum + (text.match(ODD)?.length ?? 0), 0);
    const long = own.reduce((sum, { request }) => sum + (request.body?.bytes ?? 0), 0);
    const score = GENERATED.includes(testCase.group)
      ? 1e6
      : testCase.steps.length * 1_000 + own.length * 200 + odd * 50 + long;
    known.set(testCase.id, score);
    return score;
  };
  return (a, b) => oddness(a) - oddness(b) || (a.id < b.id ? -1 : 1);
}

const MOST_LOOKED_AT = 40;
const ODD = /[^ -~]|\\u|\\\//g;

/** Groups whose cases are made by walking the model: what they find, plainer cases usually find as well. */
export const GENERATED: readonly string[] = ['walks', 'concurrency'];
