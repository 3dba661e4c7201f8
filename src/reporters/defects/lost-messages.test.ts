import { expect, test } from 'vitest';
import type { CaseRecord } from '../../record/types.js';
import { lostMessages } from './lost-messages.js';

const failing = (id: string, sent: number, from: number, to: number): CaseRecord => {
  const messages = Array.from({ length: sent }, (_, at) => `message ${at + 1}`);
  return {
    id: `1.0/${id}`,
    version: '1.0',
    judged: { lists: { expected: messages, received: messages.slice(from, to) } },
  } as unknown as CaseRecord;
};

test.each<[string, CaseRecord[], string | null]>([
  [
    'the first, the same number being left',
    [failing('a', 25, 5, 25), failing('b', 104, 84, 104)],
    'Only the last 20 messages of a user are shown to the employee',
  ],
  [
    'the first',
    [failing('a', 25, 5, 25), failing('b', 7, 1, 7)],
    'The first of several sendText messages are not shown to the employee',
  ],
  [
    'the first, all but one',
    [failing('a', 3, 2, 3), failing('b', 2, 1, 2)],
    'The first of several sendText messages are not shown to the employee',
  ],
  [
    'the first, in a single case',
    [failing('a', 25, 5, 25)],
    'The first of several sendText messages are not shown to the employee',
  ],
  [
    'the last',
    [failing('a', 25, 0, 20), failing('b', 7, 0, 6)],
    'The last of several sendText messages are not shown to the employee',
  ],
  [
    'the last, the same number having come',
    [failing('a', 25, 0, 16), failing('b', 104, 0, 16)],
    'Only the first 16 messages of a user are shown to the employee',
  ],
  [
    'the last, one of them equal to one that came',
    [
      {
        ...failing('a', 3, 0, 3),
        judged: { lists: { expected: ['1', '2', '1'], received: ['1', '2'] } },
      } as unknown as CaseRecord,
    ],
    'The last of several sendText messages are not shown to the employee',
  ],
  ['all', [failing('a', 25, 0, 0)], null],
  ['the first here and the last there', [failing('a', 25, 5, 25), failing('b', 7, 0, 6)], null],
  [
    'some in the middle',
    [
      {
        ...failing('a', 3, 0, 3),
        judged: { lists: { expected: ['1', '2', '3'], received: ['1', '3'] } },
      } as unknown as CaseRecord,
    ],
    null,
  ],
])('lost are %s', (_, cases, sentence) => {
  expect(lostMessages(cases, 'sendText')).toBe(sentence);
});
