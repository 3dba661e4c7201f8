import { expect, test } from 'vitest';
import { diagnosisOf } from './diagnosis.js';

const answer = (status: number, text: string, method = 'POST') => ({
  request: { method },
  response: { status, reason: '', headers: [], body: { text, bytes: text.length, cut: false } },
});
const twenty = Array.from({ length: 20 }, () => answer(200, '{"ok":\n true}'));

test('a target that answers the same to everything is told so, before all else', () => {
  expect(diagnosisOf(twenty)).toBe(
    'Every request was answered 200 {"ok": true}: this does not look like the interface.',
  );
});

test('that an answer to HEAD has no body is no difference', () => {
  expect(diagnosisOf([...twenty, answer(200, '', 'HEAD')])).toBe(diagnosisOf(twenty));
  expect(diagnosisOf([...twenty, { request: { method: 'HEAD' }, response: null }])).toBeNull();
});

test.each([
  ['few answers', twenty.slice(1)],
  ['one other answer', [...twenty, answer(400, '{"ok":\n true}')]],
  ['one without an answer', [...twenty, { request: { method: 'POST' }, response: null }]],
  ['none', []],
])('%s are no reason to say so', (_, exchanges) => {
  expect(diagnosisOf(exchanges)).toBeNull();
});
