import { expect, test } from 'vitest';
import type { Case, ExpectEventStep } from '../../src/cases/types.js';
import { MAIN_ADDRESS } from '../../src/engine/address-log.js';
import { type VirtualRunOptions, virtualRun } from '../support/engine/virtual-run.js';

const absence = ({ steps }: Case): ExpectEventStep | undefined =>
  steps.find((step): step is ExpectEventStep => step.do === 'expect-event' && step.settles === true);

test('40 absences cost one quiet window', async () => {
  let left = 40;
  const only = (testCase: Case): boolean =>
    /\/(routing|events)\//.test(testCase.id) &&
    testCase.phase === 'open' &&
    (absence(testCase) === undefined || left-- > 0);
  const options = { roundTripMs: 0, quietWindow: '60s', only };
  const { cases, outcomes, readyMs, durationMs } = await virtualRun(options);

  expect(cases.filter((testCase) => absence(testCase))).toHaveLength(40);
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(durationMs - readyMs).toBe(60_000);
});

test('an absence begins with the last stimulus of its case', async () => {
  const only = ({ id }: Case): boolean => /^1\.0\/routing\/(new-user|second-after-early-selection)/.test(id);
  const { exchanges, prepared, readyMs, durationMs } = await virtualRun({ roundTripMs: 200, only });
  const lastResponse = Math.max(...exchanges.map(({ outcome }) => outcome.startedAt)) + 200;
  const begun = Math.min(...exchanges.map(({ outcome }) => outcome.startedAt));
  // Afterwards it is asked once whether events still come.
  expect(durationMs - readyMs).toBe(lastResponse - begun + prepared.runContext.quietWindowMs + 200);
});

test('who waits for an event goes on when it comes', async () => {
  const only = ({ id }: Case): boolean => /\/events\/sent-\w+$/.test(id);
  const { outcomes } = await virtualRun({ roundTripMs: 100, only });
  // Two requests and an action; the event comes with the response.
  expect(outcomes.map(({ verdict, durationMs }) => [verdict, durationMs])).toEqual(
    outcomes.map(() => ['pass', 300]),
  );
});

test('cases without events make room for others as soon as they end', async () => {
  const only = ({ id }: Case): boolean => /\/requests\/malformed-/.test(id);
  const { cases, readyMs, durationMs } = await virtualRun({ roundTripMs: 10, only });
  expect(cases.length).toBeGreaterThan(400);
  // 32 requests are under way at a time, and nothing else takes time.
  expect(durationMs - readyMs).toBe(Math.ceil(cases.length / 32) * 10);
});

test.each([
  [900, 'fail', 'unexpected-event'],
  [1_100, 'pass', undefined],
])(
  'a forbidden event %i ms after the stimulus, in a window of 1 s: %s, in each of 20 runs',
  async (lateMs, verdict, code) => {
    const name = '1.2/routing/second-message/sendText';
    const through: VirtualRunOptions['through'] = (ports, mailbox, clock, { runContext }) => {
      let sent = 0;
      return {
        ...ports,
        transport: {
          send: async (request) => {
            const outcome = await ports.transport.send(request);
            sent += 1;
            const body = JSON.stringify({ event: 'SelectDestination', user: `u-${runContext.nonce}-00000a` });
            if (sent === 2) clock.after(lateMs, () => mailbox.receive(MAIN_ADDRESS, 'POST', body));
            return outcome;
          },
        },
      };
    };
    const only = ({ id }: Case): boolean => id === name;
    const options = { roundTripMs: 20, quietWindow: '1s', only, through };
    const runs = await Promise.all(Array.from({ length: 20 }, () => virtualRun(options)));
    const ends = runs.map(({ outcomes: [outcome] }) => [outcome?.verdict, outcome?.reason?.code]);
    expect(ends).toEqual(runs.map(() => [verdict, code]));
  },
);
