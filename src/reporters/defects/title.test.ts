import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import { reasonWords } from '../../reasons.js';
import type { CaseRecord } from '../../record/types.js';
import { defectTitle, lostContent, lostMessages } from './title.js';

const [sample] = (await sampleRecord({ kind: 'passing' })).cases.filter(
  ({ group }) => group === 'concurrency',
);
if (!sample) throw new Error('The sample has no such case.');

function failed(judged: Partial<NonNullable<CaseRecord['judged']>>): CaseRecord[] {
  return [
    {
      ...(sample as CaseRecord),
      operation: 'op',
      verdict: 'fail',
      judged: judged as NonNullable<CaseRecord['judged']>,
    },
  ];
}

test.each(['no-order', 'no-event', 'unexpected-event'])(
  'moves at once are told by their own reason: %s',
  (code) => {
    expect(defectTitle(failed({}), code)).toBe(`op at once: ${reasonWords(code)}`);
  },
);

test('moves at once are named, those of further cases counted', () => {
  const unexplained = 'Asked was due at least twice but arrived once';
  const [plain] = failed({ moves: ['reply', 'close'], about: 'Asked', part: 'absent', unexplained });
  const [other] = failed({ moves: ['send', 'send'], about: 'Asked', part: 'absent', unexplained: 'else' });
  if (!plain || !other) throw new Error('Nothing failed.');
  expect(defectTitle([plain], 'no-event')).toBe(`reply and close at once: ${unexplained}`);
  expect(defectTitle([plain, other], 'no-event')).toBe(
    `reply and close at once (and 1 other pair): ${unexplained}`,
  );
});

test('where the orders come to unlike ends, the event that did not arrive is named', () => {
  const moves = ['close', 'send'];
  expect(defectTitle(failed({ moves, about: 'Asked', part: 'absent' }), 'no-event')).toBe(
    'close and send at once: Asked does not arrive',
  );
});

test('what went wrong before the moves at once is told by itself', () => {
  expect(defectTitle(failed({ unexplained: 'send 2 was still kept' }), 'no-order')).toBe(
    'Send 2 was still kept',
  );
});

test('a response among moves at once is told as any other', () => {
  expect(defectTitle(failed({ about: 'op', part: 'body' }), 'server-error')).toBe(
    'op returns a server error',
  );
});

test('what became of a text is told if it explains nearly all cases', () => {
  const seen = (...changes: string[]): CaseRecord[] =>
    failed({ part: 'inbox', about: 'op', field: 'text', values: { expected: 'A', received: 'a' }, changes });
  expect(defectTitle(seen('in lower case'), 'content')).toBe(
    'The employee sees the text of op in lower case',
  );
  expect(defectTitle([...seen('cut after 3 characters', 'cut short'), ...seen('cut short')], 'content')).toBe(
    'The employee sees the text of op cut short',
  );
  expect(defectTitle([...seen('cut short'), ...seen()], 'content')).toBe(
    'The employee does not see the text of op unchanged',
  );
  const various = [...seen('in lower case'), ...seen('cut short'), ...seen('cut short')];
  expect(defectTitle(various, 'content')).toBe(
    'The employee sees the text of op changed, for example cut short',
  );
  expect(defectTitle(various, 'payload')).toBe('op carries text changed, for example cut short');
});

test('what most cases of the kind do not find is not said of all', () => {
  const missed = { part: 'absent', about: 'Closed', sometimes: true } as const;
  const { sometimes: _, ...always } = missed;
  const others = failed(always);
  expect(defectTitle(failed(missed), 'no-event')).toBe('Closed does not always arrive');
  expect(defectTitle([...failed(missed), ...others], 'no-event')).toBe('Closed does not arrive');
  const lost = { part: 'absent', about: 'op', sometimes: true } as const;
  expect(defectTitle(failed(lost), 'not-delivered')).toBe('op messages do not always reach the employee');
  expect(defectTitle(failed(lost), 'history')).toBe(
    'Earlier op messages are not always shown to the employee',
  );
  const field = { part: 'inbox', about: 'op', field: 'name', values: { expected: 'A' } } as const;
  expect(defectTitle(failed({ ...field, sometimes: true }), 'content')).toBe(
    'The employee does not always see the name of op',
  );
});

test('a field that only some responses lack is sometimes missing', () => {
  const missing = (broken: number): CaseRecord[] =>
    failed({ part: 'absent', about: 'op', field: 'size', spread: { broken, of: 10 } });
  expect(defectTitle(missing(3), 'missing')).toBe('size is sometimes missing in the response of op');
  expect(defectTitle(missing(5), 'missing')).toBe('size is missing in the response of op');
  expect(defectTitle(failed({ part: 'absent', about: 'op', field: 'size' }), 'missing')).toBe(
    'size is missing in the response of op',
  );
});

test('messages that got lost for what they say are quoted', () => {
  const lists = { expected: ['/start'], received: [] };
  const lost = ['a', 'b'].flatMap((name) =>
    failed({ part: 'absent', about: 'op', sometimes: true, lists }).map((each) => ({
      ...each,
      id: `${each.version}/${name}`,
      group: 'employee',
    })),
  );
  expect(defectTitle(lost, 'not-delivered')).toBe('op messages such as "/start" do not reach the employee');
  expect(defectTitle(lost, 'history')).toBe(
    'Earlier op messages such as "/start" are not shown to the employee',
  );
});

test('of an hour over midnight the midnight is told, unless other hours matter as much', () => {
  const asked = (...circumstances: string[]): CaseRecord[] =>
    failed({ about: 'Asked', part: 'absent', circumstances }).map((each) => ({ ...each, group: 'events' }));
  const over = asked('after 1 h', 'over midnight');
  expect(defectTitle(over, 'no-event')).toBe('Asked does not arrive (over midnight)');
  expect(defectTitle([...over, ...asked('after 1 h')], 'no-event')).toBe('Asked does not arrive (after 1 h)');
});

test('what has no name of its own is called by its words, a request of no documented operation as that', () => {
  const said = failed({ about: 'seen', aboutInWords: 'the seen notification', part: 'absent' });
  expect(defectTitle([{ ...(said[0] as CaseRecord), group: 'events' }], 'no-event')).toBe(
    'The seen notification does not arrive',
  );
  const [unlisted] = failed({ part: 'answer' }).map((each) => ({ ...each, operation: 'unlisted' }));
  expect(defectTitle([...failed({ part: 'answer' }), unlisted as CaseRecord], 'server-error')).toBe(
    'op and undocumented paths return a server error',
  );
  expect(defectTitle([unlisted as CaseRecord], 'server-error')).toBe(
    'Undocumented paths return a server error',
  );
  expect(defectTitle(failed({ about: 'unlisted', part: 'answer' }), 'server-error')).toBe(
    'Undocumented paths return a server error',
  );
  expect(defectTitle(failed({ about: 'x'.repeat(300), part: 'answer' }), 'server-error')).toBe(
    `${'x'.repeat(39)}… returns a server error`,
  );
});

test('events of more than a few kinds that go wrong alike are just events', () => {
  const going = (...names: string[]): CaseRecord[] =>
    names.flatMap((about) => failed({ about, part: 'event' }));
  expect(defectTitle(going('A', 'B', 'C', 'D'), 'wrong-address')).toBe(
    'A, B, C and D go to the wrong address',
  );
  expect(defectTitle(going('A', 'B', 'C', 'D', 'E'), 'wrong-address')).toBe('Events go to the wrong address');
});

test('what employees must not see is told in the words of its cases where these agree', () => {
  const seen = (headline: string): CaseRecord[] => failed({ part: 'inbox', headline });
  expect(defectTitle(seen('Employees see a message of another user.'), 'seen')).toBe(
    'Employees see a message of another user',
  );
  expect(defectTitle([...seen('One.'), ...seen('Another.')], 'seen')).toBe(
    'Employees see op messages that are not for them, or too early',
  );
});

test('a field that no employee sees is not told as a changed one', () => {
  const place = { part: 'inbox', about: 'op', field: 'name' } as const;
  expect(defectTitle(failed({ ...place, values: { expected: 'A' } }), 'content')).toBe(
    'The employee does not see the name of op',
  );
  expect(defectTitle(failed({ ...place, values: { expected: 'A', received: 7 } }), 'content')).toBe(
    'The employee does not see the name of op unchanged',
  );
});

test('where one sentence says why events are too many, it stands for them', () => {
  const headline = 'A reply came all the same.';
  const told = { headline, circumstances: ['after 23 h'] };
  const cases = [...failed({ about: 'Told', ...told }), ...failed({ about: 'Shown', ...told })].map(
    (each): CaseRecord => ({ ...each, group: 'events' }),
  );
  expect(defectTitle(cases, 'unexpected-event')).toBe('A reply came all the same');
});

test('circumstances are those that nearly all cases share; of generated cases only where there are several and no others', () => {
  const of = (id: string, group: CaseRecord['group'], ...circumstances: string[]): CaseRecord => ({
    ...(sample as CaseRecord),
    id: `1.0/${id}`,
    version: '1.0',
    group,
    verdict: 'fail',
    judged: { about: 'Asked', part: 'absent', circumstances } as unknown as NonNullable<CaseRecord['judged']>,
  });
  const title = (...cases: CaseRecord[]): string => defectTitle(cases, 'no-event');
  const plain = [of('a', 'routing', 'x', 'y'), of('b', 'routing', 'y')];
  const walks = ['a', 'b', 'c'].map((name) => of(`walks/${name}`, 'walks', 'x', name));
  expect(title(...plain, ...walks)).toBe('Asked does not arrive (y)');
  const many = Array.from({ length: 10 }, (_, at) => of(`${at}`, 'routing', 'x'));
  expect(title(...many, of('other', 'routing'))).toBe('Asked does not arrive (x)');
  expect(title(...many, of('other', 'routing'), of('third', 'routing'))).toBe('Asked does not arrive');
  expect(title(...walks)).toBe('Asked does not arrive (x)');
  expect(title(...walks.slice(1))).toBe('Asked does not arrive');
  const again = walks.map((walk) => ({ ...walk, id: walk.id.replace('1.0/', '1.2/'), version: '1.2' }));
  expect(title(...walks.slice(1), ...again.slice(1))).toBe('Asked does not arrive');
  // A law of the run fails in no particular place.
  const law = of('events/every-arrives-Asked', 'events');
  expect(defectTitle([of('events/a', 'events', 'x'), law], 'no-event')).toBe('Asked does not arrive (x)');
});

test('of conversations, the title says which one if all cases are of that one, else that it is a later one', () => {
  const of = (exact: string): CaseRecord[] =>
    failed({ about: 'Asked', part: 'absent', circumstances: [exact, 'later conversation'] }).map(
      (each): CaseRecord => ({ ...each, group: 'events' }),
    );
  const second = of('second conversation');
  expect(defectTitle(second, 'no-event')).toBe('Asked does not arrive (second conversation)');
  expect(defectTitle([...second, ...of('third or later conversation')], 'no-event')).toBe(
    'Asked does not arrive (later conversation)',
  );
});

test('a circumstance that tells something of most cases is named where nearly all have it', () => {
  const missed = (at: number, telling: string[]): CaseRecord => ({
    ...(failed({ about: 'Asked', part: 'absent', circumstances: ['x', 'y'], telling })[0] as CaseRecord),
    id: `1.0/events/${at}`,
    group: 'events',
  });
  const of = (...telling: string[][]): CaseRecord[] => telling.map((each, at) => missed(at, each));
  expect(defectTitle(of(['y'], ['y'], []), 'no-event')).toBe('Asked does not arrive (y)');
  expect(defectTitle(of(['y'], [], []), 'no-event')).toBe('Asked does not arrive');
});

test('of losses, only those circumstances are told under which judgements fail more often than without', () => {
  const missed = ['a', 'b'].map(
    (name): CaseRecord => ({
      ...(sample as CaseRecord),
      id: `1.0/storage/${name}`,
      group: 'storage',
      verdict: 'fail',
      judged: {
        about: 'Asked',
        part: 'absent',
        circumstances: ['x', 'y'],
        telling: ['y'],
      } as unknown as NonNullable<CaseRecord['judged']>,
    }),
  );
  expect(defectTitle(missed, 'no-event')).toBe('Asked does not arrive (y)');
  expect(defectTitle(missed, 'content')).toContain('(x, y)');
});

test('what employees wrote is theirs, whichever message it answered', () => {
  const judged = { about: 'Sent', aboutInWords: "employees'", part: 'absent' };
  const cases = ['a', 'b'].map(
    (name) => ({ ...sample, id: `1.0/${name}`, verdict: 'fail', judged }) as unknown as CaseRecord,
  );
  expect(defectTitle(cases, 'history')).toBe("Earlier employees' messages are not shown to the employee");
});

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
        ...failing('a', 4, 0, 4),
        judged: { lists: { expected: ['1', '2', '1', '3'], received: ['1', '2'] } },
      } as unknown as CaseRecord,
    ],
    'Of several sendText messages, the last do not reach the employee',
  ],
  [
    'only those that are equal to one that came',
    [
      {
        ...failing('a', 3, 0, 3),
        judged: { lists: { expected: ['1', '2', '1'], received: ['1', '2'] } },
      } as unknown as CaseRecord,
    ],
    null,
  ],
  ['all', [failing('a', 25, 0, 0)], null],
  ['one of two, after what explains it', [failing('a', 2, 0, 1, { telling: ['after 1 h'] })], null],
  [
    'the last of several, after what may explain it',
    [failing('a', 3, 0, 2, { telling: ['after 1 h'] })],
    'Of several sendText messages, the last do not reach the employee',
  ],
  [
    'the first of several, those of the conversation before',
    [
      failing('a', 3, 2, 3, { telling: ['earlier conversation', 'after 24 h'] }),
      failing('b', 3, 1, 3, { telling: ['earlier conversation', 'after 24 h'] }),
    ],
    null,
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
