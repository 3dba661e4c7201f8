import { expect, test } from 'vitest';
import type { InboxStep } from '../../cases/types.js';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { VirtualClock } from '../../virtual/ports.js';
import { CaseContext, type Watch } from '../case-context.js';
import { type Exchange, Readings } from '../evidence.js';
import type { InboxResult } from '../ports.js';
import { WaitBudget } from '../wait-budget.js';
import { inbox } from './inbox.js';

const [description] = (await loadDescriptions()) as [Description];
/** One of the moments at which it is asked again. */
const TIMEOUT = 5_060;

const text = (content: string): object => ({ operation: 'sendText', fields: { text: content } });
const file = (more: object): object => ({
  operation: 'sendFile',
  fields: { url: 'https://f/1', file_name: '1.pdf', size: 1, comment: 'c', ...more },
});
const card = (more: object): object => ({ operation: 'selectDestination', fields: more });

interface Situation {
  step: Partial<InboxStep>;
  /** Requests of the case by name; `refused`: turned away. */
  sent: Record<string, object>;
  /** What the inbox shows, look by look; the last one stays. */
  looks: (object[] | InboxResult)[];
  lacks?: string[];
  /** What the driver says that inboxes show, besides the destination. */
  shows?: string[];
  /** What employees of another destination see of the user, by its id; default: there is no such destination. */
  atOthers?: Record<string, object[]>;
  /** Requests of other cases: whose, and what was sent. */
  others?: { user: string; operation: string; body: object }[];
  /** Default: version 1.0's. */
  by?: Description;
}

/** The steps that made the requests: `by` and `at` say whose and with which key, where not the usual ones. */
function stepsOf(sent: Situation['sent']): object[] {
  return Object.entries(sent).map(([as, { by, at }]: [string, { by?: string; at?: string }]) => ({
    do: 'send',
    as,
    expect: { kind: 'accepted' },
    request: { ...(by && { user: by }), ...(at && { key: at }) },
  }));
}

async function judged(situation: Situation) {
  const { step, sent, looks, lacks, shows = [], atOthers = {}, others = [], by = description } = situation;
  const clock = new VirtualClock();
  const began = clock.now();
  const asked: { at: number; parameters: Record<string, unknown> }[] = [];
  const watches: Watch[] = [];
  const named = new Map(
    Object.entries(sent).map(([name, { operation, user, ...more }]: [string, Partial<Exchange>]) => [
      name,
      { exchange: { operation, user }, refused: false, ...more },
    ]),
  );
  const context = {
    description: by,
    lastStimulus: 77,
    watches,
    readings: [],
    watch: CaseContext.prototype.watch,
    named,
    sent: [...named.values()],
    serial: 12,
    testCase: { id: 'own', version: '1.0', needs: [], steps: stepsOf(sent) },
    keys: { ofPoint: () => Promise.resolve('k') },
    user: () => 'u',
    destinations: {
      of: (which: string) => Promise.resolve({ id: `the ${which} one`, online: true }),
      listed: () =>
        Promise.resolve(
          ['the chosen one', 'the only one', ...Object.keys(atOthers)].map((id) => ({ id, online: true })),
        ),
    },
    runState: {
      readings: new Readings(),
      exchanges: others.map(({ body, ...more }) => ({
        ...more,
        request: { body: Buffer.from(JSON.stringify(body)) },
      })),
      waitBudget: new WaitBudget(TIMEOUT, 0),
      runContext: { eventTimeoutMs: TIMEOUT, nonce: 'abc' },
      signal: new AbortController().signal,
      ports: {
        clock,
        operator: {
          shows: [...shows, ...(Object.keys(atOthers).length > 0 ? [by.employee.destination] : [])],
          inbox: (parameters: Record<string, unknown>) => {
            const other = atOthers[String(parameters[by.employee.destination])];
            if (other) return Promise.resolve({ ok: true, items: other.map(item) });
            const look = looks[Math.min(asked.length, looks.length - 1)] ?? [];
            asked.push({ at: clock.now() - began, parameters });
            const items = Array.isArray(look) ? look.map(item) : [];
            return Promise.resolve(Array.isArray(look) ? { ok: true, items, ...(lacks && { lacks }) } : look);
          },
        },
      },
    },
  } as unknown as CaseContext;
  const base: InboxStep = {
    do: 'inbox',
    user: 'a',
    destination: 'chosen',
    holds: Object.keys(sent).filter((name) => name !== 'card'),
    judge: 'present',
    names: [],
  };
  const finding = await clock.during(inbox(context, { ...base, ...step }));
  return { finding, asked, watches, end: finding ? `${finding.verdict} ${finding.code}` : 'pass' };
}

/** Of the user, unless it says otherwise. */
function item({ fromUser = true, ...shown }: { fromUser?: boolean }): object {
  return { fromUser, shown };
}

test('the inbox is asked for the user, the destination and the key, less and less often until the time is over', async () => {
  const { end, asked } = await judged({ step: {}, sent: { m: text('x') }, looks: [[]] });
  expect(end).toBe('fail not-delivered');
  expect(asked[0]?.parameters).toEqual({
    version: '1.0',
    key: 'k',
    user_id: 'u',
    destination_id: 'the chosen one',
  });
  const moments = asked.map(({ at }) => at);
  expect(moments.slice(0, 8)).toEqual([0, 10, 30, 70, 150, 310, 560, 810]);
});

test('a look at the very end of the time is the last', async () => {
  const { asked } = await judged({ step: {}, sent: { m: text('x') }, looks: [[]] });
  expect(asked.map(({ at }) => at).filter((at) => at >= TIMEOUT)).toEqual([TIMEOUT]);
});

test('what comes in time is seen, and nobody looks again', async () => {
  const { end, asked } = await judged({ step: {}, sent: { m: text('x') }, looks: [[], [{ text: 'x' }]] });
  expect(end).toBe('pass');
  expect(asked).toHaveLength(2);
});

test('as long as further messages come one by one, time counts from the latest', async () => {
  const all = Array.from({ length: 40 }, (_, at) => text(`x${at}`));
  const sent = Object.fromEntries(all.map((each, at) => [`m${at}`, each]));
  const shown = (count: number): object[] => Array.from({ length: count }, (_, at) => ({ text: `x${at}` }));
  const growing = Array.from({ length: 80 }, (_, at) => shown(at / 2));
  const late = await judged({ step: {}, sent, looks: [...growing, shown(40)] });
  expect(late.end).toBe('pass');
  expect(late.asked.at(-1)?.at).toBeGreaterThan(2 * TIMEOUT);
  const stuck = await judged({ step: {}, sent, looks: [...growing.slice(0, 60), shown(30)] });
  expect(stuck.end).toBe('fail not-delivered');
  const last = growing.slice(0, 60).length;
  expect((stuck.asked.at(-1)?.at ?? 0) - (stuck.asked[last]?.at ?? 0)).toBeLessThan(TIMEOUT + 500);
});

test('what came with a message beside its content arrives, whatever a case looks at, unless inboxes do not show it', async () => {
  const { url } = PDF;
  const end = async (shown: object, more: Partial<Situation> = {}): Promise<string> =>
    (await judged({ step: { names: [] }, sent: { m: file({}) }, looks: [[shown]], shows, ...more })).end;
  const shows = ['comment', 'size'];
  expect(await end({ url, comment: 'c', size: 1 })).toBe('pass');
  expect(await end({ url, comment: 'd', size: 1 })).toBe('fail content');
  expect(await end({ url, comment: 'c', size: 2 })).toBe('fail content');
  expect(await end({ url, size: 1 })).toBe('fail content');
  expect(await end({ url, size: 1 }, { lacks: ['comment'] })).toBe('pass');
  expect(await end({ url, size: 1 }, { shows: ['size'] })).toBe('pass');
  for (const more of [{ exact: true }, { setup: true }] as const)
    expect(await end({ url, comment: 'd', size: 1 }, { step: { names: [], ...more } })).toBe('pass');
  // What a request leaves out, or what nobody would write, is for other cases.
  for (const comment of [undefined, null, ' ', true])
    expect(await end({ url, comment: 'd', size: 1 }, { sent: { m: file({ comment }) } })).toBe('pass');
});

test.each([
  ['a message that names a user of another case', 'of u-abc-00013a', 'fail seen'],
  ['a message that names a user of this case', 'of u-abc-00012b', 'fail content'],
])('instead of the message there is %s', async (_, other, end) => {
  const found = await judged({ step: {}, sent: { m: text('x') }, looks: [[{ text: other }]] });
  expect(found.end).toBe(end);
});

test('an inbox that breaks ends the wait', async () => {
  const broken: InboxResult = { ok: false, kind: 'driver', text: 'broke' };
  const { end, asked } = await judged({ step: {}, sent: { m: text('x') }, looks: [[], broken] });
  expect([end, asked.length]).toEqual(['error driver', 2]);
});

test('an absence is judged at once, and again at the end where it settles', async () => {
  const absent = { judge: 'absent' } as const;
  const sent = { m: text('x') };
  const now = await judged({ step: absent, sent, looks: [[{ text: 'x' }], []] });
  expect([now.end, now.asked.length, now.watches.length]).toEqual(['fail seen', 1, 0]);
  const later = await judged({ step: { ...absent, settles: true }, sent, looks: [[], [{ text: 'x' }]] });
  expect([later.end, later.asked.length]).toEqual(['pass', 1]);
  expect(later.watches).toMatchObject([{ since: 77, judge: expect.any(Function) }]);
  expect(await later.watches[0]?.judge()).toMatchObject({ verdict: 'fail', code: 'seen' });
  const never = await judged({ step: { ...absent, settles: true }, sent, looks: [[]] });
  expect(await never.watches[0]?.judge()).toBeNull();
});

const PDF = { url: 'https://f/1', file_name: '1.pdf', size: 1, comment: 'c' };

test.each<[what: string, situation: Situation, end: string]>([
  ['as sent', { step: {}, sent: { m: text('x') }, looks: [[{ text: 'x' }]] }, 'pass'],
  [
    'by an employee',
    { step: {}, sent: { m: text('x') }, looks: [[{ fromUser: false, text: 'x' }]] },
    'fail not-delivered',
  ],
  ['with other content', { step: {}, sent: { m: text('x') }, looks: [[{ text: 'y' }]] }, 'fail content'],
  [
    'beside a refused one',
    { step: {}, sent: { m: text('x'), n: { ...text('y'), refused: true } }, looks: [[{ text: 'x' }]] },
    'pass',
  ],
  [
    'one of two',
    { step: {}, sent: { m: text('x'), n: text('y') }, looks: [[{ text: 'x' }]] },
    'fail not-delivered',
  ],
  [
    'twice as the same text',
    { step: {}, sent: { m: text('x'), n: text('x') }, looks: [[{ text: 'x' }, { text: 'x' }]] },
    'pass',
  ],
  [
    'once, where the same text was sent twice',
    { step: {}, sent: { m: text('x'), n: text('x') }, looks: [[{ text: 'x' }, { text: 'y' }]] },
    'fail not-delivered',
  ],
  [
    'twice as the same file, once without its comment',
    {
      step: { names: ['comment'] },
      sent: { m: file({}), n: file({}) },
      looks: [[PDF, { ...PDF, comment: null }]],
    },
    'fail content',
  ],
  [
    'with the link of another file, under a name of its own',
    {
      step: { names: ['file_name'] },
      sent: { m: file({}), n: file({ file_name: '2.pdf' }) },
      looks: [[PDF, { ...PDF, file_name: '2.pdf' }]],
    },
    'pass',
  ],
  [
    'not at all, where another file with its link came',
    {
      step: { names: ['file_name'] },
      sent: { m: file({}), n: file({ file_name: '2.pdf' }) },
      looks: [[PDF]],
    },
    'fail not-delivered',
  ],
  [
    'more often than sent',
    { step: {}, sent: { m: text('x') }, looks: [[{ text: 'x' }, { text: 'x' }]] },
    'pass',
  ],
  ['as a file', { step: { names: ['file_name', 'size'] }, sent: { m: file({}) }, looks: [[PDF]] }, 'pass'],
  [
    'as a file of another size',
    { step: { names: ['file_name', 'size'] }, sent: { m: file({}) }, looks: [[{ ...PDF, size: 2 }]] },
    'fail content',
  ],
  [
    'as a file with another link',
    {
      step: { names: ['file_name', 'size'] },
      sent: { m: file({}) },
      looks: [[{ ...PDF, url: 'https://f/2' }]],
    },
    'fail content',
  ],
  [
    'with the card',
    {
      step: { names: ['name', 'attributes'], card: 'card' },
      sent: { card: card({ name: 'Ada', attributes: { a: '1' } }), m: text('x') },
      looks: [[{ text: 'x', name: 'Ada', attributes: { a: '1' } }]],
    },
    'pass',
  ],
  [
    'with the card of another',
    {
      step: { names: ['name', 'attributes'], card: 'card' },
      sent: { card: card({ name: 'Ada', attributes: { a: '1' } }), m: text('x') },
      looks: [[{ text: 'x', name: 'Bob', attributes: { a: '1' } }]],
    },
    'fail content',
  ],
  [
    'with half of the card',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: { a: '1', b: '2' } }), m: text('x') },
      looks: [[{ text: 'x', attributes: { a: '1' } }]],
    },
    'fail content',
  ],
  [
    'with more than the card',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: { a: '1' } }), m: text('x') },
      looks: [[{ text: 'x', attributes: { a: '1', b: '2' } }]],
    },
    'fail content',
  ],
  [
    'with one of two altered',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: { a: '1', b: '2' } }), m: text('x') },
      looks: [[{ text: 'x', attributes: { a: '1', b: '3' } }]],
    },
    'fail content',
  ],
  [
    'with other keys',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: { a: '1' } }), m: text('x') },
      looks: [[{ text: 'x', attributes: { b: '1' } }]],
    },
    'fail content',
  ],
  [
    'with null for the attributes',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: { a: '1' } }), m: text('x') },
      looks: [[{ text: 'x', attributes: null }]],
    },
    'fail content',
  ],
  [
    'with a text for the attributes',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: {} }), m: text('x') },
      looks: [[{ text: 'x', attributes: '' }]],
    },
    'fail content',
  ],
  [
    'with nothing for null',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: null }), m: text('x') },
      looks: [[{ text: 'x', attributes: {} }]],
    },
    'fail content',
  ],
  ['with an object for a text', { step: {}, sent: { m: text('') }, looks: [[{ text: {} }]] }, 'fail content'],
  ['with a number for a text', { step: {}, sent: { m: text('1') }, looks: [[{ text: 1 }]] }, 'fail content'],
])('a message %s: %#', async (_, situation, end) => {
  expect((await judged(situation)).end).toBe(end);
});

test.each<[what: string, situation: Situation, end: string]>([
  [
    'a name that is needed',
    {
      step: { names: ['size'] },
      sent: { m: file({}) },
      looks: [[{ ...PDF, size: undefined }]],
      lacks: ['size'],
    },
    'skipped not-shown',
  ],
  [
    'content that is needed',
    { step: {}, sent: { m: text('x') }, looks: [[{}]], lacks: ['text'] },
    'skipped not-shown',
  ],
  [
    'content that a text has not',
    { step: {}, sent: { m: text('x') }, looks: [[{ text: 'y' }]], lacks: ['url'] },
    'fail content',
  ],
  [
    'content of a message that was refused',
    {
      step: {},
      sent: { m: text('x'), n: { ...file({}), refused: true } },
      looks: [[{ text: 'y' }]],
      lacks: ['url'],
    },
    'fail content',
  ],
  [
    'what is needed, and shows no message at all',
    { step: {}, sent: { m: text('x') }, looks: [[]], lacks: ['text'] },
    'fail not-delivered',
  ],
  [
    'the destination, where another one is asked',
    {
      step: { judge: 'absent', destination: 'other' },
      sent: { m: text('x') },
      looks: [[{ text: 'x' }]],
      lacks: ['destination_id'],
    },
    'skipped not-shown',
  ],
  [
    'the destination, where its own is asked',
    {
      step: { judge: 'absent' },
      sent: { m: text('x') },
      looks: [[{ text: 'x' }]],
      lacks: ['destination_id'],
    },
    'fail seen',
  ],
  [
    'a name, and shows no such message',
    { step: { judge: 'absent' }, sent: { m: text('x') }, looks: [[{ url: 'x' }]], lacks: ['text'] },
    'pass',
  ],
])('an inbox that lacks %s: %#', async (_, situation, end) => {
  expect((await judged(situation)).end).toBe(end);
});

test('what an inbox lacks is named, as far as it is needed', async () => {
  const { finding } = await judged({
    step: { names: ['size'] },
    sent: { m: file({}) },
    looks: [[{}]],
    lacks: ['text', 'size', 'url'],
  });
  expect(finding?.text).toContain('does not show size or url,');
});

const XYZ = { m: text('x'), n: text('y'), o: text('z') };

test.each<[judge: 'order' | 'once', shown: string[], end: string, received?: string]>([
  ['order', ['x', 'y', 'z'], 'pass'],
  ['order', ['x', 'other', 'y', 'z'], 'pass'],
  ['order', ['x', 'z', 'y'], 'fail order', 'messages 1, 3, 2'],
  ['order', ['y', 'z'], 'fail order', 'messages 2, 3; missing 1'],
  ['order', ['x', 'y'], 'fail order', 'messages 1, 2; missing 3'],
  ['once', ['z', 'y', 'x'], 'pass'],
  ['once', ['x', 'y', 'z', 'y'], 'fail copies', 'message 2: twice'],
  ['once', ['x', 'y'], 'fail copies', 'message 3: never'],
])('%s of three messages shown as %j: %s', async (judge, shown, end, received) => {
  const looks = [shown.map((text) => ({ text: text }))];
  const result = await judged({ step: { judge }, sent: XYZ, looks });
  expect(result.end).toBe(end);
  expect(result.finding?.received).toBe(received);
});

test('two messages at one place are not in order', async () => {
  const { end } = await judged({
    step: { judge: 'order' },
    sent: { m: text('x'), n: text('x') },
    looks: [[{ text: 'x' }]],
  });
  expect(end).toBe('fail order');
});

test('a message that nobody sees is told with its content and all that was due', async () => {
  const names = ['name', 'attributes'];
  const sent = { card: card({ name: 'Ada', attributes: { a: '1' } }), m: text('x') };
  const { finding } = await judged({
    step: { names, card: 'card' },
    sent,
    looks: [[{ text: 'x', name: 'Bob' }]],
  });
  expect(finding).toMatchObject({
    expected: '{"text":"x","name":"Ada","attributes":{"a":"1"}}',
    received: '{"text":"x","name":"Bob"}',
  });
  const absent = await judged({ step: { names: ['comment'] }, sent: { m: file({}) }, looks: [[]] });
  expect(absent.finding).toMatchObject({
    expected: '{"url":"https://f/1","comment":"c"}',
    received: 'no message from the user',
  });
});

test('of several messages the one with the same content is compared', async () => {
  const { finding } = await judged({
    step: { names: ['size'] },
    sent: { m: file({}) },
    looks: [
      [
        { ...PDF, size: 2 },
        { url: 'https://f/2', size: 3 },
      ],
    ],
  });
  expect(finding?.received).toBe('{"url":"https://f/1","size":2}');
});

test('a case that asks for a message it never sent is at fault itself', async () => {
  await expect(judged({ step: { holds: ['n'] }, sent: {}, looks: [[]] })).rejects.toThrow('is called "n"');
});

test('where two fields tell a message, both must be the same', async () => {
  const by = structuredClone(description);
  const fields = Object.values(by.resources).find(({ fields: own }) => own['file_name'])?.fields ?? {};
  Object.assign(fields['file_name'] ?? {}, { role: 'content' });
  const looks = [[{ ...PDF, file_name: '2.pdf' }]];
  const { end } = await judged({ step: { judge: 'absent' }, sent: { m: file({}) }, looks, by });
  expect(end).toBe('pass');
});

test('of equal messages it is told how many are missing', async () => {
  const sent = { m: text('x'), n: text('x'), o: text('x') };
  const { finding } = await judged({ step: {}, sent, looks: [[{ text: 'x' }, { text: 'x' }]] });
  expect(finding).toMatchObject({
    code: 'not-delivered',
    expected: '{"text":"x"} 3 times',
    received: 'twice',
  });
});

test.each<[what: string, situation: Situation, end: string]>([
  ['with other line ends', { step: {}, sent: { m: text('a\r\nb') }, looks: [[{ text: 'a\nb' }]] }, 'pass'],
  [
    'with other line ends, where it must be exact',
    { step: { names: ['text'], exact: true }, sent: { m: text('a\r\nb') }, looks: [[{ text: 'a\nb' }]] },
    'fail content',
  ],
  [
    'of two kinds, each with its own fields',
    {
      step: { names: ['text', 'size'] },
      sent: { m: text('x'), f: file({}) },
      looks: [[{ text: 'x' }, { url: 'https://f/1', file_name: '1.pdf', size: 1, comment: 'c' }]],
    },
    'pass',
  ],
  [
    'without any attribute, where none was given',
    {
      step: { names: ['attributes'], card: 'card' },
      sent: { card: card({ attributes: {} }), m: text('x') },
      looks: [[{ text: 'x' }]],
    },
    'pass',
  ],
])('a message %s', async (_, situation, end) => {
  expect((await judged(situation)).end).toBe(end);
});

test('an altered map is shown in the order in which its entries were sent, then what was added', async () => {
  const { finding } = await judged({
    step: { names: ['attributes'], card: 'card' },
    sent: { card: card({ attributes: { b: '1', a: '2', lost: '3' } }), m: text('x') },
    looks: [[{ text: 'x', attributes: { more: '4', a: '2', b: '1' } }]],
  });
  expect(JSON.stringify(finding?.place?.values)).toBe(
    '{"expected":{"b":"1","a":"2","lost":"3"},"received":{"b":"1","a":"2","more":"4"}}',
  );
});

test('what was altered is named', async () => {
  const { finding } = await judged({
    step: { names: ['file_name', 'size', 'comment'] },
    sent: { m: file({}) },
    looks: [[{ url: 'https://f/1', file_name: '1.PDF', size: 2, comment: 'c' }]],
  });
  expect(finding?.text).toBe('The employee sees file_name and size of the message, but not as sent.');
  const { finding: less } = await judged({
    step: { names: ['file_name', 'size', 'comment'] },
    sent: { m: file({}) },
    looks: [[{ url: 'https://f/1', file_name: '1.PDF', comment: 'c' }]],
  });
  expect(less?.text).toBe('The employee sees file_name of the message in upper case, and does not see size.');
});

test.each<[told: string, other: object]>([
  ['given in an earlier request', {}],
  ['given in a refused request', { refused: true }],
  ['given for another user', { user: 'v' }],
  ['given at another contact point', { key: 'second' }],
])('a name that is %s is told as that', async (told, more) => {
  const { finding } = await judged({
    step: { names: ['name'], card: 'card' },
    sent: { other: { ...card({ name: 'Former' }), ...more }, card: card({ name: 'Latest' }), m: text('x') },
    looks: [[{ text: 'x', name: 'Former' }]],
  });
  expect(finding?.text).toBe(`The employee sees name of the user ${told}.`);
  expect(finding?.place?.changes).toEqual([told]);
  const whole = { name: 'Former', attributes: { order: '1' } };
  const { finding: both } = await judged({
    step: { names: ['name', 'attributes'], card: 'card' },
    sent: {
      other: { ...card(whole), ...more },
      card: card({ name: 'Latest', attributes: { order: '2' } }),
      m: text('x'),
    },
    looks: [[{ text: 'x', ...whole }]],
  });
  expect(both?.text).toBe(`The employee sees name and attributes of the user ${told}.`);
});

test.each([
  ['another user', 'v', 'selectDestination', 'given for another user'],
  ['the user in another operation', 'v', 'sendText', 'but not as sent'],
  ['the user themselves', 'u', 'selectDestination', 'but not as sent'],
])('attributes that a request of another case gave for %s', async (_, user, operation, told) => {
  const attributes = { order: '17', city: 'Bern' };
  const { finding } = await judged({
    step: { names: ['attributes'], card: 'card' },
    sent: { card: { ...card({ attributes: { floor: '3' } }), user: 'u' }, m: text('x') },
    looks: [[{ text: 'x', attributes }]],
    others: [{ user, operation, body: { attributes } }],
  });
  expect(finding?.text).toContain(told);
});

test.each([
  ['seen there', { 'another one': [{ text: 'y' }, { text: 'x' }] }, '; employees of another destination do.'],
  ['of an employee there', { 'another one': [{ text: 'x', fromUser: false }] }, 'within 5.06 s.'],
  ['not seen there', { 'another one': [{ text: 'y' }] }, 'within 5.06 s.'],
])('a missing message is looked for at other destinations: %s', async (_, atOthers, end) => {
  const { finding } = await judged({ step: {}, sent: { m: text('x') }, looks: [[]], atOthers });
  expect(finding?.code).toBe('not-delivered');
  expect(finding?.text.endsWith(end)).toBe(true);
  expect(finding?.place?.headline !== undefined).toBe(end.startsWith(';'));
});

test('a file shown with the comment of an earlier one with its link is seen, but not as sent', async () => {
  const sent = { earlier: file({ comment: 'first of all' }), m: file({ comment: 'c' }) };
  const step = { holds: ['m', 'earlier'], names: ['comment'] };
  const shown = { url: 'https://f/1', file_name: '1.pdf', size: 1, comment: 'first of all' };
  const { finding } = await judged({ step, sent, looks: [[shown, shown]] });
  expect(finding?.text).toBe('The employee sees comment of the message given in an earlier request.');
  const { end } = await judged({ step, sent, looks: [[shown]] });
  expect(end).toBe('fail not-delivered');
});

test('a text that was cut is not the text of another request that it nearly equals', async () => {
  const { finding } = await judged({
    step: { names: ['comment'] },
    sent: {
      other: file({ url: 'https://f/2', comment: 'one\ntwo' }),
      m: file({ comment: 'one\ntwo\n\tthree' }),
    },
    looks: [
      [
        { url: 'https://f/2', comment: 'one\ntwo' },
        { url: 'https://f/1', comment: 'one\ntwo\n' },
      ],
    ],
  });
  expect(finding?.text).toBe('The employee sees comment of the message cut at "\\t".');
});

test('an emptied map was not given in a request that happened to have an empty one', async () => {
  const { finding } = await judged({
    step: { names: ['attributes'], card: 'card' },
    sent: {
      other: { ...card({ name: 'N', attributes: {} }), refused: true },
      card: card({ name: 'N', attributes: { order: '2' } }),
      m: text('x'),
    },
    looks: [[{ text: 'x', name: 'N', attributes: {} }]],
  });
  expect(finding?.text).toContain('attributes');
  expect(finding?.text).not.toContain('given in');
});

test.each([
  ['an entry of an earlier selection', { step: '1', order: '2' }, {}, 'pass'],
  [
    'an entry of an earlier selection with the present value of another',
    { step: '2', order: '2' },
    {},
    'fail content',
  ],
  ['an entry that no selection gave', { extra: '1', order: '2' }, {}, 'fail content'],
  ['an entry of a refused selection', { refused: '1', order: '2' }, {}, 'fail content'],
  ['an entry of a later selection', { later: '1', order: '2' }, {}, 'fail content'],
  ['the former value of an entry that is given again', { step: '1', order: '1' }, {}, 'fail content'],
  [
    'an entry of an earlier selection, though no other may be there',
    { step: '1', order: '2' },
    { exact: true },
    'fail content',
  ],
] satisfies [string, object, Partial<InboxStep>, string][])(
  'attributes of the last selection, and %s',
  async (_, attributes, more, end) => {
    const judgement = await judged({
      step: { names: ['attributes'], card: 'card', holds: ['m'], ...more },
      sent: {
        earlier: card({ attributes: { step: '1', order: '1' } }),
        refused: { ...card({ attributes: { refused: '1' } }), refused: true },
        card: card({ attributes: { order: '2' } }),
        m: text('x'),
        later: card({ attributes: { later: '1' } }),
      },
      looks: [[{ text: 'x', attributes }]],
    });
    expect(judgement.end).toBe(end);
  },
);

test('a text with other line ends was not given in another request', async () => {
  const { finding } = await judged({
    step: { names: ['text'], exact: true },
    sent: { m: text('one\r\ntwo') },
    looks: [[{ text: 'one\ntwo' }]],
  });
  expect(finding?.text).toBe('The employee sees text of the message with different line ends.');
});

test('a message of a user of another case has no place beside the own ones', async () => {
  const looks = (of: number): object[][] => [[{ text: 'own' }, { text: `Message a1 of u-abc-0000${of}a` }]];
  const { finding } = await judged({ step: {}, sent: { m: text('own') }, looks: looks(13) });
  expect([finding?.code, finding?.text]).toEqual(['seen', 'Employees see messages of another user.']);
  expect((await judged({ step: {}, sent: { m: text('own') }, looks: looks(12) })).finding).toBeNull();
});

test('a message of the own user with something of another user says what', async () => {
  const sent = { m: text('Message a1 of u-abc-00012a') };
  const shown = { text: 'Message a1 of u-abc-00012a', comment: 'Comment 1 of u-abc-00013a' };
  const { finding } = await judged({ step: {}, sent, looks: [[shown]] });
  expect(finding).toMatchObject({
    code: 'seen',
    text: 'Employees see comment of another user in a message of this one.',
    expected: 'no comment of another user',
  });
});

test('a message whose content is of another user, and the rest of the own one, is seen as altered', async () => {
  const fields = { text: 'Message a1 of u-abc-00012a', comment: 'Comment 1 of u-abc-00012a' };
  const sent = { m: { operation: 'sendText', fields } };
  const shown = { text: 'Message a1 of u-abc-00013a', comment: 'Comment 1 of u-abc-00012a' };
  const { finding } = await judged({ step: { names: ['text', 'comment'] }, sent, looks: [[shown]] });
  expect(finding).toMatchObject({ code: 'content', place: { field: 'text' } });
});

test('once a message of a user of another case shows, nobody looks again for what is missing', async () => {
  const { finding, asked } = await judged({
    step: {},
    sent: { m: text('own'), n: text('second') },
    looks: [[{ text: 'own' }], [{ text: 'own' }, { text: 'Message a1 of u-abc-00013a' }]],
  });
  expect(finding?.text).toBe('Employees see messages of another user.');
  expect(asked).toHaveLength(2);
});

test('of several messages that may be the altered one, the most similar is compared', async () => {
  const { finding } = await judged({
    step: {},
    sent: { m: text('Good morning, everybody') },
    looks: [[{ text: 'good morning, everybody' }, { text: 'A greeting' }]],
  });
  expect(finding?.text).toBe('The employee sees text of the message in lower case.');
});

test.each<[what: string, sent: object, step: Partial<InboxStep>, told: string]>([
  ['refused', { refused: true }, {}, 'Employees see a message that was refused.'],
  ['of another user', { by: 'b' }, {}, 'Employees see a message of another user.'],
  ['of another contact point', { at: 'second' }, {}, 'Employees of another contact point see a message.'],
  [
    'seen at another contact point',
    {},
    { key: 'second' },
    'Employees of another contact point see a message.',
  ],
  [
    'seen too early',
    {},
    { destination: 'each' },
    'Employees see a message before a destination is selected.',
  ],
  ['of another destination', {}, { destination: 'other' }, 'Employees of another destination see a message.'],
])('a message that is %s is told as that', async (_, more, step, told) => {
  const { finding } = await judged({
    step: { judge: 'absent', holds: ['m1'], ...step },
    sent: { m1: { ...text('hello'), ...more } },
    looks: [[{ text: 'hello' }]],
  });
  expect(finding?.text).toBe(told);
});

test('what arrived of another message of the case is not taken for the one that is missing', async () => {
  const { finding } = await judged({
    step: { holds: ['m2'] },
    sent: { m1: text('hello'), m2: text('world') },
    looks: [[{ text: 'hello' }]],
  });
  expect(finding?.code).toBe('not-delivered');
});
