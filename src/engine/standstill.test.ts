import { expect, test } from 'vitest';
import { type StageOptions, stage } from '../../test/support/engine/engine-stage.js';
import type { Case, Phase, SendStep, Step } from '../cases/types.js';
import { runCases } from './run-cases.js';
import { longestWaitMs } from './standstill.js';

const MESSAGE: SendStep = {
  do: 'send',
  request: { operation: 'sendText', body: { kind: 'documented' } },
  expect: { kind: 'accepted' },
};
const CLOSE: Step = { do: 'operate', action: 'close', user: 'a', parameters: {} };
const ABSENCE: Step = { do: 'expect-event', event: 'Closed', user: 'b', times: 0, settles: true };
const never = new Promise<never>(() => undefined);

const made = (id: string, steps: Step[], phase: Phase = 'open'): Case =>
  ({ id, version: '1.0', level: 'required', phase, needs: [], steps }) as unknown as Case;

async function ran(cases: Case[], options: StageOptions = {}) {
  const { runState, clock } = stage({ roundTripMs: 10, ...options });
  const { ports, runContext, signal } = runState;
  const told: string[] = [];
  const began = clock.now();
  const { outcomes } = await clock.during(
    runCases(cases, { ports, runContext, signal, onOutcome: ({ case: { id } }) => void told.push(id) }),
  );
  const ends = outcomes.map(({ verdict, reason }) => `${verdict} ${reason?.code ?? ''}`.trim());
  const limitMs = longestWaitMs(runContext, ports.operator, 0);
  return { outcomes, ends, told, tookMs: clock.now() - began, limitMs };
}

test('a run that waits for a driver for ever is ended, and says for which case, in which step', async () => {
  const cases = [
    made('stands', [MESSAGE, CLOSE, MESSAGE]),
    made('passes', [MESSAGE]),
    made('watches', [MESSAGE, ABSENCE]),
    made('later', [MESSAGE], 'invariant'),
  ];
  const { outcomes, ends, told, tookMs, limitMs } = await ran(cases, { operator: { perform: () => never } });
  expect(ends).toEqual(['error stood-still', 'pass', 'skipped not-run', 'skipped not-run']);
  expect(outcomes[0]?.reason?.text).toMatch(
    /^Nothing happened for [\d.]+ s, so the run was ended\. This case was waiting in step 2 of 3: Let an employee .*close/,
  );
  expect(outcomes[0]?.exchanges).toHaveLength(1);
  expect(told.toSorted()).toEqual(['later', 'passes', 'stands', 'watches']);
  expect(tookMs).toBe(10 + limitMs);
});

test('nothing is ended while anything goes on', async () => {
  const { limitMs } = await ran([]);
  const slow = made('slow', Array<Step>(3).fill(MESSAGE));
  const { ends, tookMs } = await ran([slow], { roundTripMs: limitMs - 1 });
  expect(ends).toEqual(['pass']);
  expect(tookMs).toBeGreaterThan(2 * limitMs);
});

test('a driver that says that its actions take long is waited for longer', () => {
  const { runState } = stage();
  const { ports, runContext } = runState;
  const wait = (more: object): number => longestWaitMs(runContext, { ...ports.operator, ...more }, 0);
  expect(wait({ longestActionMs: 300_000 }) - wait({})).toBe(2 * 290_000);
  expect(longestWaitMs(runContext, ports.operator, 7) - wait({})).toBe(7);
});

test('the first signal ends a run, also where a driver hears nothing of it', async () => {
  const interrupt = new AbortController();
  const { ends, tookMs } = await ran([made('stands', [MESSAGE, CLOSE]), made('later', [MESSAGE], 'last')], {
    operator: { perform: () => never },
    signal: interrupt.signal,
    causes: (_request, _mailbox, clock) => void clock.after(50, () => interrupt.abort()),
  });
  expect(ends).toEqual(['skipped interrupted', 'skipped interrupted']);
  expect(tookMs).toBeLessThan(6_000);
});

const CLEAR: Step = { do: 'address', label: null, key: 'unset' };
const SET: Step = { do: 'address', label: 'x', key: 'unset' };
const hours = (count: number): Step => ({ do: 'clock', hours: count });
const keys = (...fresh: string[]) => ({
  keys: { main: 'MAIN', second: null, fresh, restricted: null, unregistered: 'NOBODY' },
});

test.each<[what: string, cases: Case[]]>([
  [
    'cases that walk abreast',
    ['a', 'b', 'c'].map((id) => made(id, [CLEAR, MESSAGE, SET, MESSAGE], 'address')),
  ],
  [
    'cases beside, and cases that walk through time',
    [
      ...['a', 'b'].map((id) => made(id, [CLEAR, MESSAGE], 'unset')),
      ...['c', 'd', 'e'].map((id) => made(id, [CLEAR, hours(2), MESSAGE, hours(4)], 'clock')),
      made('f', [hours(1), hours(30)], 'clock'),
    ],
  ],
])('%s share one contact point, and nobody waits for ever', async (_, cases) => {
  const { ends, tookMs, limitMs } = await ran(cases, { runContext: keys('F') });
  expect(ends).toEqual(cases.map(() => 'pass'));
  expect(tookMs).toBeLessThan(limitMs);
});

test.each([
  ['lacks what frees it', 'unsupported', ['pass', 'skipped no-fresh-key', 'skipped no-fresh-key']],
  ['fails to free it', 'failed', Array(3).fill('inconclusive operator')],
  ['breaks', 'driver', Array(3).fill('error driver')],
] as const)('where a driver %s, nobody waits for the contact point', async (_, kind, ends) => {
  const cases = ['a', 'b', 'c'].map((id) => made(id, [CLEAR, MESSAGE], 'unset'));
  let lacks = false;
  const found = await ran(cases, {
    runContext: keys('F'),
    operator: {
      supports: () => !lacks,
      perform: () => {
        lacks = kind === 'unsupported';
        return Promise.resolve({ ok: false, kind, text: 'no' });
      },
    },
  });
  expect(found.ends).toEqual(ends);
  expect(found.tookMs).toBeLessThan(found.limitMs);
});
