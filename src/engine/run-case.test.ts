import { expect, test } from 'vitest';
import { answered, type StageOptions, stage, unanswered } from '../../test/support/engine/engine-stage.js';
import type { Case, ExpectEventStep, SendStep, Step } from '../cases/types.js';
import type { Outcome } from './ports.js';
import { runCase } from './run-case.js';

const MESSAGE: SendStep = {
  do: 'send',
  request: { operation: 'sendText', body: { kind: 'documented' } },
  expect: { kind: 'accepted' },
};
const GOOD = answered(200, { success: true });
const INVALID = answered(400, { success: false, code: 9, message: 'Invalid data: x' });
const EMPTY = answered(400, { success: false, code: 3, message: 'Empty body' });
const REFUSED: SendStep = { ...MESSAGE, expect: { kind: 'refused', rows: ['data-invalid'] }, setup: true };
const ABSENCE: ExpectEventStep = { do: 'expect-event', event: 'Closed', user: 'a', times: 0, settles: true };

interface Ran extends StageOptions {
  steps: Step[];
  /** What happens while the run settles. */
  meanwhile?: (staged: ReturnType<typeof stage>) => void;
  /** What happens beforehand. */
  before?: (staged: ReturnType<typeof stage>) => void;
}

async function ran({ steps, meanwhile, before, ...options }: Ran) {
  const staged = stage(options);
  before?.(staged);
  const settled: number[] = [];
  const testCase = { ...staged.context.testCase, ...options.testCase, steps } as Case;
  const run = runCase(testCase, staged.runState, {
    serial: 7,
    settled: (since) => {
      settled.push(since);
      meanwhile?.(staged);
      return Promise.resolve();
    },
  });
  const outcome = await staged.clock.during(run);
  const end = `${outcome.verdict} ${outcome.reason?.code ?? ''}`.trim();
  return { ...staged, outcome, end, settled };
}

test.each<[what: string, run: Ran, end: string, requests: number]>([
  ['all steps', { steps: [MESSAGE, MESSAGE] }, 'pass', 2],
  ['until one fails', { steps: [MESSAGE, MESSAGE, MESSAGE], outcomes: [GOOD, INVALID] }, 'fail refused', 2],
  [
    'until a setup fails',
    { steps: [{ ...MESSAGE, setup: true }, MESSAGE], outcomes: [INVALID] },
    'inconclusive setup-refused',
    1,
  ],
  [
    'on after a setup that was refused in a wrong way',
    { steps: [REFUSED, MESSAGE], outcomes: [EMPTY, GOOD] },
    'pass',
    2,
  ],
  [
    'until a setup fails that should have been refused',
    { steps: [REFUSED, MESSAGE], outcomes: [GOOD] },
    'inconclusive setup-accepted',
    1,
  ],
  [
    'until a setup fails by a server error',
    {
      steps: [REFUSED, MESSAGE],
      outcomes: [answered(500, { success: false, code: 7, message: 'Internal error' })],
    },
    'inconclusive setup-server-error',
    1,
  ],
  [
    'until nothing is observed',
    { steps: [MESSAGE, MESSAGE], outcomes: [INVALID], testCase: { level: 'observed' } },
    'inconclusive unobserved-refused',
    1,
  ],
  [
    'until no contact point is left',
    {
      steps: [{ do: 'address', label: null, key: 'unset' }, MESSAGE],
      runContext: { keys: { main: 'M', second: null, fresh: [''], restricted: null, unregistered: 'N' } },
      before: ({ runState }) => void runState.unsetKeys.take(),
      operator: { supports: () => false },
    },
    'skipped no-fresh-key',
    0,
  ],
])('a case runs %s: %#', async (_, run, end, requests) => {
  const result = await ran(run);
  expect([result.end, result.requests.length]).toEqual([end, requests]);
});

const throwing = (thrown: unknown): Outcome =>
  new Proxy(GOOD, {
    ownKeys: () => {
      throw thrown;
    },
  });

test.each([
  [new TypeError('Oh.'), 'The checker itself failed: Oh.'],
  ['oh', 'The checker itself failed: oh'],
])('a fault of the checker is told as its own, and what was done is undone: %s', async (thrown, text) => {
  const set: Step = { do: 'address', label: 'x' };
  const { end, outcome, requests } = await ran({
    steps: [set, MESSAGE, MESSAGE],
    outcomes: [GOOD, throwing(thrown), GOOD],
  });
  expect([end, outcome.reason?.text]).toEqual(['error internal', text]);
  expect(requests.map(({ url }) => new URL(url).pathname.split('/').at(-1))).toEqual([
    'setWebhook',
    'sendText',
    'setWebhook',
  ]);
});

test('the longer what is left, the more urgent a request; what undoes it keeps nobody waiting', async () => {
  const { requests } = await ran({ steps: [{ do: 'address', label: 'x' }, MESSAGE, MESSAGE] });
  const [first, second, third, last] = requests.map(({ priority }) => priority ?? 0);
  expect([first, second, third].toSorted((a = 0, b = 0) => b - a)).toEqual([first, second, third]);
  expect(first).toBeGreaterThan(third ?? 0);
  expect(last).toBe(Number.POSITIVE_INFINITY);
});

test('a case that was interrupted tells so, whatever it found', async () => {
  const before = await ran({ steps: [MESSAGE], signal: AbortSignal.abort() });
  expect([before.end, before.requests.length]).toEqual(['skipped interrupted', 0]);
  const during = new AbortController();
  const cut = new Proxy(unanswered('reset'), {
    ownKeys: (outcome) => {
      during.abort();
      return Reflect.ownKeys(outcome);
    },
  });
  expect((await ran({ steps: [MESSAGE], outcomes: [cut], signal: during.signal })).end).toBe(
    'skipped interrupted',
  );
  const late = new AbortController();
  const atEnd = await ran({ steps: [ABSENCE], signal: late.signal, meanwhile: () => late.abort() });
  expect([atEnd.end, atEnd.settled.length]).toEqual(['skipped interrupted', 1]);
});

test('absences are judged once the run has settled after the last stimulus, violations first', async () => {
  const unproven = await ran({ steps: [MESSAGE, ABSENCE] });
  expect([unproven.end, unproven.settled]).toEqual(['inconclusive no-control', [unproven.context.startedAt]]);
  const other: ExpectEventStep = { ...ABSENCE, event: 'TextMessage' };
  const violated = await ran({
    steps: [ABSENCE, MESSAGE, other],
    meanwhile: ({ mailbox }) =>
      mailbox.receive('main', 'POST', '{"event":"TextMessage","user":"u-0123456789-00007a"}'),
  });
  expect(violated.end).toBe('fail unexpected-event');
  expect(violated.outcome.events).toEqual([1]);
  const none = await ran({ steps: [MESSAGE] });
  expect(none.settled).toEqual([]);
});

test('what was found early is not judged again at the end', async () => {
  const { end, settled } = await ran({ steps: [ABSENCE, MESSAGE], outcomes: [INVALID] });
  expect([end, settled]).toEqual(['fail refused', []]);
});

test('an outcome holds what was sent and what came', async () => {
  const { outcome } = await ran({
    steps: [{ do: 'invariant', rule: 'success-flag', operation: 'sendText' }, MESSAGE],
  });
  expect(outcome).toMatchObject({
    exchanges: [0, 1],
    events: [],
    observations: [],
    expected: null,
    received: null,
    durationMs: 0,
    reason: null,
  });
});

const missing: ExpectEventStep = { do: 'expect-event', event: 'Closed', user: 'a', times: 1 };

test('an event that is missed is not waited for again, whoever set the address meanwhile', async () => {
  const { end, requests } = await ran({
    steps: [MESSAGE, missing],
    before: ({ runState, clock }) => clock.after(1_000, () => runState.mainAddressSetAt.push(clock.now())),
  });
  expect([end, requests.length]).toEqual(['fail no-event', 1]);
});

test.each([
  [6_000, true],
  [60_000, undefined],
])('a list that follows after %i ms alone is asked for twice, and accused', async (afterMs, recovered) => {
  let follows = false;
  const { end, outcome } = await ran({
    steps: [{ do: 'presence', destination: 'chosen', online: false }],
    runContext: {
      destinations: () =>
        Promise.resolve([{ id: '101', kind: 'Department', online: !follows, available: true }]),
    },
    operator: { perform: () => Promise.resolve({ ok: true }) },
    before: ({ clock }) =>
      clock.after(afterMs, () => {
        follows = true;
      }),
  });
  expect([end, outcome.recovered]).toEqual(['fail presence', recovered]);
});

test('a step of each kind is done', async () => {
  const refusals: unknown[][] = [];
  const refusing = await ran({
    steps: [{ do: 'refuse', user: 'a', times: 2 }],
    before: ({ mailbox }) => {
      mailbox.refuseNext = (...refusal: unknown[]) => void refusals.push(refusal);
    },
  });
  expect([refusing.end, refusing.outcome.observations]).toEqual(['pass', []]);
  expect(refusals.map(([, times]) => times)).toEqual([2, 0]);
  const unlike = await ran({
    steps: [
      { ...MESSAGE, as: 'm', expect: { kind: 'documented' } },
      { ...MESSAGE, as: 'n', expect: { kind: 'documented' } },
      { do: 'compare-responses', of: ['m', 'n'] },
    ],
    outcomes: [INVALID, answered(400, { success: false, code: 4, message: 'Wrong JSON format' })],
  });
  expect(unlike.end).toBe('fail unlike');
  const perform = () => Promise.resolve({ ok: false, kind: 'failed', text: 'no' } as const);
  const clock = await ran({
    steps: [{ do: 'clock', hours: 1 }],
    testCase: { phase: 'clock' },
    operator: { perform },
  });
  expect(clock.end).toBe('inconclusive operator');
});

test('the run settles after the last of several absences, and each of them must hold', async () => {
  const control = { event: 'Closed', user: 'u-0123456789-00008a' };
  const run = await ran({
    steps: [ABSENCE, MESSAGE, { ...ABSENCE, event: 'TextMessage' }],
    roundTripMs: 10,
    meanwhile: ({ mailbox }) => mailbox.receive('main', 'POST', JSON.stringify(control)),
  });
  expect(run.settled).toEqual([run.outcome.startedAt + 10]);
  expect(run.end).toBe('inconclusive no-control');
});

test('a fault between the steps is told once', async () => {
  const { end, requests } = await ran({
    steps: [MESSAGE],
    testCase: { phase: 'clock' },
    before: ({ runState }) => {
      runState.serviceClock.conductor.leave = () => {
        throw new Error('Oh.');
      };
    },
  });
  expect([end, requests.length]).toEqual(['error internal', 1]);
});
