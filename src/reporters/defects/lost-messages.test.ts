import { expect, test } from 'vitest';
import type { CaseRecord } from '../../record/types.js';
import { lostContent, lostMessages } from './lost-messages.js';

const failing = (
  id: string,
  sent: number,
  from: number,
  to: number,
  judged: object = {},
  group = 'storage',
): CaseRecord => {
  const messages = Array.from({ length: sent }, (_, at) => `message ${at + 1}`);
  return {
    id: `1.0/${id}`,
    version: '1.0',
    group,
    judged: { lists: { expected: messages, received: messages.slice(from, to) }, ...judged },
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
    'Of several sendText messages, the first do not reach the employee',
  ],
  [
    'the first, all but one',
    [failing('a', 3, 2, 3), failing('b', 2, 1, 2)],
    'Of several sendText messages, the first do not reach the employee',
  ],
  [
    'the first, in a single case',
    [failing('a', 25, 5, 25)],
    'Of several sendText messages, the first do not reach the employee',
  ],
  [
    'the last',
    [failing('a', 25, 0, 20), failing('b', 7, 0, 6)],
    'Of several sendText messages, the last do not reach the employee',
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
    'Of several sendText messages, the last do not reach the employee',
  ],
  ['all', [failing('a', 25, 0, 0)], null],
  ['one of two, after what explains it', [failing('a', 2, 0, 1, { telling: ['after 1 h'] })], null],
  [
    'the last of several, after what may explain it',
    [failing('a', 3, 0, 2, { telling: ['after 1 h'] })],
    'Of several sendText messages, the last do not reach the employee',
  ],
  ['the last of walks', [failing('a', 3, 0, 2, {}, 'walks'), failing('b', 4, 0, 3, {}, 'walks')], null],
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

test.each<[string, [id: string, expected: string[], received: string[]][], string | null]>([
  [
    'the same in two courses',
    [
      ['employee/a', ['/start'], []],
      ['storage/b', ['1', '/start', '2'], ['1', '2']],
      ['walks/c', ['5', '6'], ['5']],
    ],
    '/start',
  ],
  [
    'the one of most courses',
    [
      ['employee/a', ['1'], []],
      ['employee/b', ['0'], []],
      ['employee/c', ['0', '1'], ['1']],
    ],
    '0',
  ],
  [
    'one course, in two versions',
    [
      ['employee/a', ['/start'], []],
      ['employee/a', ['/start'], []],
    ],
    null,
  ],
  [
    'walks alone',
    [
      ['walks/a', ['1'], []],
      ['walks/b', ['1'], []],
    ],
    null,
  ],
  [
    'others besides',
    [
      ['employee/a', ['/start'], []],
      ['employee/b', ['/start'], []],
      ['employee/c', ['Message 1 of u-0123456789-00001a'], []],
    ],
    null,
  ],
  [
    'a message of which nothing is known',
    [
      ['employee/a', ['/start'], []],
      ['employee/b', ['/start'], []],
      ['employee/c', [], []],
    ],
    null,
  ],
])('what got lost says: %s', (_, losses, content) => {
  const cases = losses.map(([id, expected, received]) => ({
    id: `1.0/${id}`,
    version: '1.0',
    group: id.split('/')[0],
    judged: { lists: { expected, received } },
  }));
  expect(lostContent(cases as unknown as CaseRecord[])).toBe(content);
});
