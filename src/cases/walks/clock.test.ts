import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { furtherCases } from '../derive.js';
import type { Case, ExpectEventStep } from '../types.js';
import { readTrace, walkDraft } from './walk.js';

const [description] = (await loadDescriptions()) as [Description];
const complete = furtherCases(description);
const caseOf = (trace: string): Case => complete(walkDraft(description, readTrace(description, trace)));

/** What becomes of the reply that waited for an address. */
function fateOf(passed: string): Pick<ExpectEventStep, 'times' | 'address'>[] {
  const { steps } = caseOf(`sendText-select-address.away-reply_text${passed}-address.set`);
  return steps.flatMap((step) =>
    step.do === 'expect-event' && step.event === 'TextMessage'
      ? [{ times: step.times, ...(step.address !== undefined && { address: step.address }) }]
      : [],
  );
}

test.each([
  ['', [{ times: 1, address: 'walk-2' }]],
  ['-hour', [{ times: 1, address: 'walk-2' }]],
  ['-day', []],
  ['-day-hour', [{ times: 0 }]],
])(
  'a reply that waits for an address comes while it is young, and not when it is old: %s',
  (passed, fate) => {
    expect(fateOf(passed)).toEqual(fate);
  },
);

test('the clock moves on from where it stands', () => {
  const hours = caseOf('sendText-hour-day-select-hour').steps.flatMap((step) =>
    step.do === 'clock' ? [step.hours] : [],
  );
  expect(hours).toEqual([1, 25, 26]);
});

test('walks through time come last, and what must last a day is recommended', () => {
  const [now, hour, day] = ['sendText-select', 'sendText-hour-select', 'sendText-day-select'].map(caseOf);
  expect([now?.phase, hour?.phase, day?.phase]).toEqual(['open', 'clock', 'clock']);
  expect([now?.level, hour?.level, day?.level]).toEqual(['required', 'required', 'expected']);
  const [apart, together] = ['sendText-hour-select-hour-sendText', 'sendText-hour-hour-select'].map(caseOf);
  expect([apart?.level, together?.level]).toEqual(['required', 'expected']);
  expect(
    [now, hour].map((each) => each?.needs.some((need) => JSON.stringify(need).includes('advance_clock'))),
  ).toEqual([false, true]);
});
