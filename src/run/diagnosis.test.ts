import { expect, test } from 'vitest';
import { diagnosisOf } from './diagnosis.js';

const answer = (status: number, text: string) => ({
  response: { status, reason: '', headers: [], body: { text, bytes: text.length, cut: false } },
});
const twenty = Array.from({ length: 20 }, () => answer(200, '{"ok":\n true}'));

test('a target that answers the same to everything is told so, before all else', () => {
  expect(diagnosisOf(twenty)).toBe(
    'Every request was answered 200 {"ok": true}: this does not look like the interface.',
  );
});

test.each([
  ['few answers', twenty.slice(1)],
  ['one other answer', [...twenty, answer(400, '{"ok":\n true}')]],
  ['one without an answer', [...twenty, { response: null }]],
  ['none', []],
])('%s are no reason to say so', (_, exchanges) => {
  expect(diagnosisOf(exchanges)).toBeNull();
});
