import { expect, test } from 'vitest';
import { type Question, scripted } from '../../test/support/engine/scripted-responses.js';
import { loadDescriptions } from '../description/load.js';
import { errorPlaces, heldBy, type Provoked, provokeErrors } from './discover-error.js';

const descriptions = await loadDescriptions();
const keys = { main: 'good', unregistered: 'bad', nonce: 'n1' };

type Shape = (code: number, message: string) => unknown;

/** The rows of a good service, in any shape. */
function responses(shape: Shape) {
  return ({ description, operation, key, body }: Question): [number, unknown] => {
    if (key === null) return [400, shape(1, 'Authentication key is not specified')];
    if (key === 'bad') return [401, shape(2, 'Authentication key is not valid')];
    if (description.operations[operation]?.kind === 'message') {
      if (body === null) return [400, shape(3, 'Empty body')];
      if ((body as { type?: string }).type === 'Buffer') return [400, shape(4, 'Wrong JSON format')];
      return [400, shape(9, 'Invalid data: user_id')];
    }
    return [404, shape(6, `Unsupported HTTP request POST /${description.version}/${operation}`)];
  };
}

async function find(reply: (question: Question) => [number, unknown]) {
  const provoked = await provokeErrors(descriptions, scripted(reply).sender, keys);
  return { provoked, ...errorPlaces(provoked) };
}

let count = 0;

test.each<{ name: string; shape: Shape; code: string; message: string }>([
  { name: 'flat', shape: (code, message) => ({ code, message }), code: '/code', message: '/message' },
  { name: 'digits', shape: (c, m) => ({ e: { no: String(c), text: m } }), code: '/e/no', message: '/e/text' },
  { name: 'a list', shape: (c, m) => ({ errors: [{ c, m }] }), code: '/errors/0/c', message: '/errors/0/m' },
  { name: 'a pair', shape: (c, m) => ({ error: [c, m] }), code: '/error/0', message: '/error/1' },
  { name: 'slashes', shape: (c, m) => ({ 'a/b': { '~c': c, m } }), code: '/a~1b/~0c', message: '/a~1b/m' },
  {
    name: 'counters beside',
    shape: (c, m) => ({ seq: ++count, status: 'error', meta: { version: 1 }, error: { c, m } }),
    code: '/error/c',
    message: '/error/m',
  },
  {
    name: 'twice, the code once by itself',
    shape: (c, m) => ({ number: c, error: { code: c, message: m } }),
    code: '/error/code',
    message: '/error/message',
  },
])('finds code and message: $name', async ({ shape, code, message }) => {
  expect((await find(responses(shape))).value).toEqual({ code, message });
});

test('one row that is answered wrongly hides nothing', async () => {
  const good = responses((code, message) => ({ code, message }));
  const { value, provoked } = await find((question) =>
    question.key === 'bad' ? [401, { code: 2, message: 'go away' }] : good(question),
  );
  expect(value).toEqual({ code: '/code', message: '/message' });
  expect(value && heldBy(value, provoked)).toBe(12);
});

test.each<{ name: string; reply: (question: Question) => [number, unknown]; why: string }>([
  { name: 'no JSON', reply: () => [400, '<html>'], why: 'fewer than two' },
  { name: 'other statuses', reply: () => [500, { code: 7 }], why: 'fewer than two' },
])('says what is not found: $name', async ({ reply, why }) => {
  const { value, evidence } = await find(reply);
  expect(value).toBeNull();
  expect(evidence).toContain(why);
});

test.each<{ name: string; shape: Shape; value: object; why: string }>([
  { name: 'no code', shape: (_, m) => ({ m }), value: { code: null, message: '/m' }, why: 'no code' },
  { name: 'no message', shape: (c) => ({ c }), value: { code: '/c', message: null }, why: 'no message' },
  {
    name: 'a code in words',
    shape: (c, m) => ({ c: `E${c}`, m }),
    value: { code: null, message: '/m' },
    why: 'no code',
  },
])('half of an error is found by itself: $name', async ({ shape, value, why }) => {
  const found = await find(responses(shape));
  expect(found.value).toEqual(value);
  expect(found.evidence).toContain(why);
});

/** Errors of rows whose message is `m`. */
const errorsOf = (...all: [code: number, body: unknown][]): Provoked[] =>
  all.map(([code, body]) => ({
    row: { status: 400, code, message: `m${code}` } as unknown as Provoked['row'],
    facts: { address: null, method: 'POST', segment: 'x' },
    body,
  }));

test.each<[what: string, all: [number, unknown][], value: unknown]>([
  [
    'held in most, and in two rows',
    [
      [1, { c: 1, m: 'm1' }],
      [1, { c: 1, m: 'm1' }],
      [2, { c: 2, m: 'm2' }],
      [2, {}],
    ],
    { code: '/c', message: '/m' },
  ],
  [
    'held in half of them, the others have none',
    [
      [1, { c: 1, m: 'm1' }],
      [2, { c: 2, m: 'm2' }],
      [1, {}],
      [2, {}],
    ],
    { code: '/c', message: '/m' },
  ],
  [
    'a number that is right for one row of several by chance: not',
    [
      [1, { n: 1, m: 'm1' }],
      [2, { n: 1, m: 'm2' }],
      [3, { n: 1, m: 'm3' }],
    ],
    { code: null, message: '/m' },
  ],
  [
    'another name in every row: the place that holds most often',
    [
      [1, { a: 1, m: 'm1' }],
      [1, { a: 1, m: 'm1' }],
      [2, { b: 2, m: 'm2' }],
      [3, { c: 3, m: 'm3' }],
    ],
    { code: '/a', message: '/m' },
  ],
  [
    'held more often before nearer to the message',
    [
      [1, { top: 1, e: { c: 1, m: 'm1' } }],
      [2, { top: 2, e: { c: 2, m: 'm2' } }],
      [3, { top: 3, e: { c: 9, m: 'm3' } }],
    ],
    { code: '/top', message: '/e/m' },
  ],
  [
    'less deep where both are held as often',
    [
      [1, { a: { b: { c: 1 } }, c: 1, x: { m: 'm1' }, m: 'm1' }],
      [2, { a: { b: { c: 2 } }, c: 2, x: { m: 'm2' }, m: 'm2' }],
    ],
    { code: '/c', message: '/m' },
  ],
  [
    'less deep where both are held as often, though one of them not from the first',
    [
      [1, { a: { c: 1 }, x: { m: 'm1' } }],
      [2, { a: { c: 2 }, x: { m: 'm2' }, c: 2 }],
      [3, { x: { m: 'm3' }, c: 3 }],
    ],
    { code: '/c', message: '/x/m' },
  ],
  [
    'held more often before less deep',
    [
      [1, { c: 1, m: 'm1', e: { c: 1 } }],
      [2, { c: 2, m: 'm2', e: { c: 2 } }],
      [3, { c: 9, m: 'm3', e: { c: 3 } }],
    ],
    { code: '/e/c', message: '/m' },
  ],
  [
    'beside the message before less deep',
    [
      [1, { a: { c: 1, x: { c: 1, m: 'm1' } } }],
      [2, { a: { c: 2, x: { c: 2, m: 'm2' } } }],
    ],
    { code: '/a/x/c', message: '/a/x/m' },
  ],
  [
    'the code is a key of the message',
    [
      [1, { error: { 1: 'm1' } }],
      [2, { error: { 2: 'm2' } }],
    ],
    { code: 'key:/error', message: '/error/*' },
  ],
  [
    'the code is a key, and the message is deeper',
    [
      [1, { 1: { text: 'm1' }, success: false }],
      [2, { 2: { text: 'm2' }, success: false }],
    ],
    { code: 'key:', message: '/*/text' },
  ],
  [
    'a key of that text is none',
    [
      [1, { c: 1, m1: 0 }],
      [2, { c: 2, m2: 0 }],
    ],
    { code: '/c', message: null },
  ],
])('the places of code and message: %s', (_, all, value) => {
  expect(errorPlaces(errorsOf(...all)).value).toEqual(value);
});

test.each<[string, [code: number, body: unknown][], unknown]>([
  [
    'two errors that have both elsewhere, beside each other',
    [
      [1, { fault: { c: 1, m: 'm1' } }],
      [2, { fault: { c: 2, m: 'm2' } }],
      [3, { c: 3, m: 'm3' }],
      [4, { c: 4, m: 'm4' }],
      [5, { c: 5, m: 'm5' }],
    ],
    [{ code: '/fault/c', message: '/fault/m' }],
  ],
  [
    'one error elsewhere may be chance',
    [
      [1, { fault: { c: 1, m: 'm1' } }],
      [3, { c: 3, m: 'm3' }],
      [4, { c: 4, m: 'm4' }],
    ],
    undefined,
  ],
  [
    'errors that have them each elsewhere',
    [
      [1, { c1: 1, m: 'm1' }],
      [2, { c2: 2, m: 'm2' }],
      [3, { c: 3, m: 'm3' }],
      [4, { c: 4, m: 'm4' }],
    ],
    undefined,
  ],
  [
    'errors without a code',
    [
      [1, { fault: { m: 'm1' } }],
      [2, { fault: { m: 'm2' } }],
      [3, { c: 3, m: 'm3' }],
      [4, { c: 4, m: 'm4' }],
      [5, { c: 5, m: 'm5' }],
    ],
    undefined,
  ],
])('further places: %s', (_, all, others) => {
  expect(errorPlaces(errorsOf(...all)).value).toEqual({
    code: '/c',
    message: '/m',
    ...(others !== undefined && { others }),
  });
});

test('an error that cannot be read, or none at all, is no evidence', async () => {
  const good = responses((code, message) => ({ code, message }));
  const { provoked } = await find((question) => (question.key === 'bad' ? [401, '<html>'] : good(question)));
  expect(provoked).toHaveLength(12);
  const sender = {
    post: () =>
      Promise.resolve({
        kind: 'no-response' as const,
        verdict: 'fail' as const,
        failure: { code: 'reset' as const, text: 'reset' },
        startedAt: 0,
        durationMs: 1,
      }),
  };
  expect(await provokeErrors(descriptions, sender, keys)).toEqual([]);
});
