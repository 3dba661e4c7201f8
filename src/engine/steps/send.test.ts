import { expect, test } from 'vitest';
import { answered, type StageOptions, stage, unanswered } from '../../../test/support/engine/engine-stage.js';
import type { Expectation, RequestPlan } from '../../cases/request-plan.js';
import type { SendStep } from '../../cases/types.js';
import type { Outcome } from '../ports.js';
import { sendRequest } from './send.js';

interface Asked extends StageOptions {
  outcome: Outcome;
  expect?: Expectation;
  request?: Partial<RequestPlan>;
  as?: string;
}

const HISTORY = 'getHistory';

async function sent({ outcome, expect = { kind: 'accepted' }, request, as, ...options }: Asked) {
  const { context, runState } = stage({ outcomes: [outcome], ...options });
  const step: SendStep = {
    do: 'send',
    request: { operation: 'sendText', body: { kind: 'documented' }, ...request },
    expect,
    ...(as && { as }),
  };
  const finding = await sendRequest(context, step);
  const end = finding ? `${finding.verdict} ${finding.code}${finding.outright ? '!' : ''}` : 'pass';
  return { finding, end, context, runState };
}

const error = (status: number, code: number, message: string): Outcome =>
  answered(status, { success: false, code, message });
const INVALID = error(400, 9, 'Invalid data: x');
const UNKNOWN = error(404, 6, 'Unsupported HTTP request POST /1.0/sendText');
const KEYLESS = error(400, 1, 'Authentication key is not specified');
const GOOD = answered(200, { success: true });
const FAILED = error(500, 7, 'Internal server error');

test.each<[what: string, asked: Asked, end: string]>([
  ['a success', { outcome: GOOD }, 'pass'],
  ['a success that says failure', { outcome: answered(200, { success: false }) }, 'fail shape'],
  ['a refusal', { outcome: INVALID }, 'fail refused'],
  ['a failure', { outcome: FAILED }, 'fail server-error!'],
  ['nothing', { outcome: unanswered('reset') }, 'inconclusive reset!'],
  ['a row that may be', { outcome: INVALID, expect: { kind: 'documented' } }, 'pass'],
  [
    'a row that may not be',
    { outcome: INVALID, expect: { kind: 'documented', refusal: ['key-missing'] } },
    'fail code',
  ],
  [
    'valid JSON called invalid, where its value may be refused',
    {
      outcome: error(400, 4, 'Wrong JSON format'),
      expect: { kind: 'documented', refusal: ['data-invalid'] },
    },
    'fail code',
  ],
  [
    'valid JSON called invalid, where the table leaves it open',
    { outcome: error(400, 4, 'Wrong JSON format'), expect: { kind: 'documented' } },
    'pass',
  ],
  [
    'a success that may be',
    { outcome: GOOD, expect: { kind: 'documented', refusal: ['key-missing'] } },
    'pass',
  ],
  ['the row that is due', { outcome: INVALID, expect: { kind: 'refused', rows: ['data-invalid'] } }, 'pass'],
  ['another row', { outcome: KEYLESS, expect: { kind: 'refused', rows: ['data-invalid'] } }, 'fail code'],
])('who is answered by %s ends so: %#', async (_, asked, end) => {
  expect((await sent(asked)).end).toBe(end);
});

test('what is listed must not be answered as unknown, and any other response is told', async () => {
  const expectation: Expectation = {
    kind: 'not',
    rows: ['request-unsupported'],
    gap: 'g',
    otherwise: { code: 'unsupported', text: 'It is listed.' },
  };
  const unknown = await sent({ outcome: UNKNOWN, expect: expectation });
  expect(unknown.end).toBe('fail unsupported');
  expect(unknown.finding).toMatchObject({
    expected: 'any other response',
    received: expect.stringContaining('404'),
  });
  const other = await sent({ outcome: INVALID, expect: expectation });
  expect([other.end, other.context.observations]).toEqual([
    'pass',
    [{ gap: 'g', value: expect.stringContaining('400, code 9') }],
  ]);
});

test.each<[expectation: Expectation, observations: object[]]>([
  [{ kind: 'refused', rows: ['data-invalid'] }, []],
  [{ kind: 'refused', rows: ['data-invalid'], gap: 'g' }, [{ gap: 'g', part: 'sendText' }]],
  [{ kind: 'documented', gap: 'g' }, [{ gap: 'g', part: 'sendText' }]],
  [
    { kind: 'documented', gap: 'g', about: { part: 'p', of: 'o', among: 'm' } },
    [{ gap: 'g', part: 'p', of: 'o', among: 'm' }],
  ],
  [{ kind: 'anything', gap: 'g', about: { part: 'p' } }, [{ gap: 'g', part: 'p' }]],
])('a response tells of the gap that %j names', async (expectation, observations) => {
  const { end, context } = await sent({ outcome: INVALID, expect: expectation });
  expect(end).toBe('pass');
  expect(context.observations).toEqual(
    observations.map((observation) => ({ value: expect.stringContaining('400'), ...observation })),
  );
});

const ADDRESS = { operation: 'setWebhook', body: { kind: 'dialect' } } as const;
const PUBLIC = {
  ...ADDRESS,
  body: { kind: 'dialect', address: { literal: 'https://a.example.com/x' } },
} as const;
const UNANSWERED = {
  ...ADDRESS,
  body: { kind: 'dialect', address: { label: 'x', instead: 'https://a.example.com/x' } },
} as const;
const refusedUrl = (url: string): Outcome => error(400, 5, `URL [${url}] is not valid: no`);
const PRIVATE_URL = 'http://catcher.invalid/main';

test.each<[what: string, asked: Asked, end: string]>([
  [
    'a private one, as invalid',
    { outcome: refusedUrl(PRIVATE_URL), request: ADDRESS },
    'inconclusive address-refused',
  ],
  ['a private one, as something else', { outcome: INVALID, request: ADDRESS }, 'fail refused'],
  ['a public one', { outcome: refusedUrl('https://a.example.com/x'), request: PUBLIC }, 'fail refused'],
  [
    'one where nobody answers, as invalid',
    { outcome: refusedUrl('https://a.example.com/x'), request: UNANSWERED },
    'skipped address-probed',
  ],
  ['one where nobody answers, as something else', { outcome: INVALID, request: UNANSWERED }, 'fail refused'],
  ['a message', { outcome: refusedUrl(PRIVATE_URL) }, 'fail refused'],
  ['nothing', { outcome: GOOD, request: ADDRESS }, 'pass'],
])('an address that is refused: %s: %#', async (_, asked, end) => {
  expect((await sent(asked)).end).toBe(end);
});

const NO_KEY: Expectation = { kind: 'refused', rows: ['key-missing'] };
const GUESS = { operation: HISTORY, body: { kind: 'dialect' } } as const;
const IN_1_2 = { testCase: { version: '1.2' } };

test.each<[what: string, asked: Partial<Asked>, ends: [key: string, data: string]]>([
  ['a guess', { request: GUESS, ...IN_1_2 }, ['pass', 'pass']],
  [
    'known from the dialect',
    { request: GUESS, ...IN_1_2, dialect: { bodies: { [HISTORY]: {} } } },
    ['pass', 'fail code'],
  ],
  ['documented', {}, ['pass', 'fail code']],
  [
    'documented, though asked of the dialect',
    { request: { body: { kind: 'dialect' } } },
    ['pass', 'fail code'],
  ],
  [
    'text',
    { request: { ...GUESS, body: { kind: 'literal', text: '{}' } }, ...IN_1_2 },
    ['pass', 'fail code'],
  ],
])('a second fault is excused only where the body may be one: %s', async (_, asked, ends) => {
  const by = async (outcome: Outcome): Promise<string> =>
    (await sent({ ...asked, outcome, expect: NO_KEY })).end;
  expect([await by(KEYLESS), await by(INVALID)]).toEqual(ends);
});

test.each<[what: string, outcome: Outcome, end: string]>([
  ['nothing', unanswered('refused'), 'pass'],
  ['a success', GOOD, 'fail plain-http'],
  ['a success that says failure', answered(200, { success: false }), 'pass'],
  ['a failure that says success', answered(400, { success: true }), 'pass'],
  ['no JSON', answered(200, '<html>'), 'pass'],
])('a request over plain HTTP that is answered by %s: %#', async (_, outcome, end) => {
  const plain = await sent({
    outcome,
    expect: { kind: 'no-success', how: 'over plain HTTP', code: 'plain-http' },
    request: { plain: 'port-80' },
  });
  expect(plain.end).toBe(end);
  expect(plain.runState.exchanges[0]?.unjudged).toBe(true);
});

test('a request that has a name is found under it', async () => {
  const nameless = await sent({ outcome: GOOD });
  expect(nameless.context.named.size).toBe(0);
  const good = await sent({ outcome: GOOD, as: 'm' });
  expect(good.context.named.get('m')).toMatchObject({ refused: false });
  const refused = await sent({ outcome: INVALID, as: 'm', expect: { kind: 'documented' } });
  expect(refused.context.named.get('m')).toMatchObject({ refused: true });
  const silent = await sent({ outcome: unanswered('reset'), as: 'm' });
  expect(silent.context.named.get('m')).toMatchObject({ refused: false });
});

test.each<[request: Partial<RequestPlan>, operation: string | null, user: RegExp]>([
  [{}, 'sendText', /a$/],
  [{ user: 'b' }, 'sendText', /b$/],
  [{ operation: 'noSuchThing', body: { kind: 'none' } }, null, /a$/],
  [{ version: '0.0' }, null, /a$/],
  [{ path: 'upper-case' }, null, /a$/],
])('the exchange of a request %j says what it was', async (request, operation, user) => {
  const { runState } = await sent({ outcome: GOOD, request });
  expect(runState.exchanges).toEqual([
    expect.objectContaining({ id: 0, caseId: 'own', version: '1.0', operation, unjudged: false }),
  ]);
  expect(runState.exchanges[0]?.user).toMatch(user);
});

test.each<[what: string, asked: Asked, set: boolean]>([
  ['taken', { outcome: GOOD, request: ADDRESS }, true],
  ['taken, with the key twice', { outcome: GOOD, request: { ...ADDRESS, key: 'twice' } }, true],
  ['never answered', { outcome: unanswered('reset'), request: ADDRESS }, true],
  ['refused', { outcome: INVALID, request: ADDRESS }, false],
  ['that of another contact point', { outcome: GOOD, request: { ...ADDRESS, key: 'second' } }, false],
  ['none', { outcome: GOOD }, false],
])('when the address was set is noted; it was %s', async (_, asked, set) => {
  const { runState } = await sent(asked);
  expect(runState.mainAddressSetAt).toEqual(set ? [runState.lastStimulus] : []);
});

test.each([
  ['second', true, 'selectDestination refuses destinations that several contact points list'],
  ['second', false, undefined],
  ['main', true, undefined],
] as const)(
  'a listed destination refused with the %s key, listed at others: %s',
  async (key, isListed, headline) => {
    const { finding } = await sent({
      outcome: INVALID,
      request: { operation: 'selectDestination', key },
      runContext: { isListedAtOthers: async () => isListed },
    });
    expect([finding?.code, finding?.place?.headline]).toEqual(['refused', headline]);
  },
);
