import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { type Question, scripted } from '../testing/scripted-asker.js';
import { errorPlaces, heldBy, provokeErrors } from './discover-error.js';

const descriptions = await loadDescriptions();
const keys = { main: 'good', unregistered: 'bad' };

type Shape = (code: number, message: string) => unknown;

/** The rows of a good service, in any shape. */
function answers(shape: Shape) {
  return ({ description, operation, key }: Question): [number, unknown] => {
    if (key === null) return [400, shape(1, 'Authentication key is not specified')];
    if (key === 'bad') return [401, shape(2, 'Authentication key is not valid')];
    return [404, shape(6, `Unsupported HTTP request POST /${description.version}/${operation}`)];
  };
}

async function find(reply: (question: Question) => [number, unknown]) {
  const provoked = await provokeErrors(descriptions, scripted(reply).asker, keys);
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
  expect((await find(answers(shape))).value).toEqual({ code, message });
});

test('one row that is answered wrongly hides nothing', async () => {
  const good = answers((code, message) => ({ code, message }));
  const { value, provoked } = await find((question) =>
    question.key === 'bad' ? [401, { code: 2, message: 'go away' }] : good(question),
  );
  expect(value).toEqual({ code: '/code', message: '/message' });
  expect(value && heldBy(value, provoked)).toBe(4);
});

test.each<{ name: string; reply: (question: Question) => [number, unknown]; why: string }>([
  { name: 'no JSON', reply: () => [400, '<html>'], why: 'fewer than two' },
  { name: 'other statuses', reply: () => [500, { code: 7 }], why: 'fewer than two' },
  { name: 'no code', reply: answers((_, message) => ({ message })), why: 'no code' },
  { name: 'no message', reply: answers((code) => ({ code })), why: 'no message' },
  { name: 'a code in words', reply: answers((c, m) => ({ c: `E${c}`, m })), why: 'no code' },
])('says what is not found: $name', async ({ reply, why }) => {
  const { value, evidence } = await find(reply);
  expect(value).toBeNull();
  expect(evidence).toContain(why);
});
