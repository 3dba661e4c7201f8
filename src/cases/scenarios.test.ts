import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description, ScenarioStep } from '../description/types.js';
import { deriveCases } from './derive.js';
import type { Case } from './types.js';

const [first, second] = (await loadDescriptions()) as [Description, Description];

/** The case of a scenario of these steps. */
function played(description: Description, steps: ScenarioStep[]): Case | undefined {
  const scenarios = { played: { title: 'played', section: '3', steps } };
  return deriveCases([{ ...description, scenarios }]).find(({ name }) => name === 'played');
}

/** Events that are waited for: how often, and in what manner. */
const due = (testCase: Case | undefined): unknown[] =>
  testCase?.steps.flatMap((step) => {
    if (step.do !== 'expect-event') return [];
    const { event, user, times, setup, settles, calibrates } = step;
    return [[`${event} ${user}`, times, { setup, settles, calibrates }]];
  }) ?? [];

const inSetup = { setup: true };
const atTheEnd = { settles: true };

test('what an event left open may have added stays open for it, and for it alone', () => {
  const testCase = played(second, ['select', 'message', 'close', 'message', 'message']);
  const open = { atLeast: 1, atMost: 2, gap: 'first-message-after-selection' };
  expect(due(testCase)).toEqual([
    ['Closed c', 1, inSetup],
    ['SelectDestination c', open, inSetup],
    ['Closed a', 1, inSetup],
    ['SelectDestination a', open, inSetup],
    ['SelectDestination a', open, atTheEnd],
  ]);
  // What the last message must not cause is not taken for what the first one may.
  expect(testCase?.steps.at(-1)).toMatchObject({ user: 'a', noMoreThan: 'c' });
});

test('a first step that sends nothing is judged at the end, one that sends tells of copies', () => {
  expect(due(played(first, ['select']))).toEqual([['SelectDestination a', 0, atTheEnd]]);
  expect(due(played(first, ['message']))).toEqual([['SelectDestination a', 1, { calibrates: true }]]);
});

test('a scenario is told by what its first user causes', () => {
  expect(played(first, ['message'])?.scenario).toEqual({ id: 'played', expected: 'sent' });
  expect(played(first, ['other-message'])?.scenario).toEqual({ id: 'played', expected: 'not sent' });
  expect(played(second, ['select', 'message'])?.scenario).toEqual({ id: 'played', expected: 'open' });
});
