import { expect, test } from 'vitest';
import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import { loadDescriptions } from '../description/load.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { dependences } from './telling-circumstances.js';

const descriptions = await loadDescriptions();
const [description] = descriptions;
const cases = casesOf(descriptions).filter(
  ({ version, steps }) =>
    version === description?.version && steps.some((step) => step.do === 'inbox' && step.judge === 'present'),
);

/** A run in which those cases fail in which employees look for messages after all of this. */
function run(...under: string[]): { outcomes: CaseOutcome[]; failed: CaseOutcome[] } {
  const outcomes = cases.map((testCase) => outcomeOf(testCase, under));
  return { outcomes, failed: outcomes.filter(({ verdict }) => verdict === 'fail') };
}

function outcomeOf(testCase: Case, under: readonly string[]): CaseOutcome {
  const step = testCase.steps.findLastIndex((each) => each.do === 'inbox' && each.judge === 'present');
  const judged = testCase.steps[step];
  const of = judged?.do === 'inbox' ? judged.holds[0] : undefined;
  const circumstances = description ? circumstancesOf(description, testCase, { step, of }) : [];
  const fails = under.every((each) => circumstances.includes(each));
  return {
    case: testCase,
    verdict: fails ? 'fail' : 'pass',
    ...(fails && { judged: { place: { part: 'inbox', circumstances }, step, at: 0 } }),
  } as unknown as CaseOutcome;
}

function told(...under: string[]): string[][] {
  const { outcomes, failed } = run(...under);
  expect(failed.length).toBeGreaterThan(1);
  const dependence = dependences(descriptions, outcomes);
  return failed.map((outcome) => dependence(outcome).telling);
}

test('what a violation depends on is told, whatever else went before', () => {
  for (const circumstance of ['employees logged out', 'after 1 h', 'later conversation'])
    for (const each of told(circumstance)) expect(each).toContain(circumstance);
  const both = told('second conversation', 'another destination');
  for (const each of both)
    expect(each).toEqual(expect.arrayContaining(['second conversation', 'another destination']));
});

test('what nearly every case has in common is not', () => {
  const { outcomes } = run();
  const unlucky = outcomes.filter(({ case: { id } }) => /\/kept-[123]-in-turn/.test(id));
  const some = outcomes.map((outcome) =>
    unlucky.includes(outcome)
      ? outcome
      : ({ ...outcome, verdict: 'pass', judged: undefined } as unknown as CaseOutcome),
  );
  expect(unlucky.length).toBeGreaterThan(1);
  const dependence = dependences(descriptions, some);
  for (const each of unlucky) {
    expect(each.judged?.place.circumstances).toContain('before the selection');
    expect(dependence(each).telling).not.toContain('before the selection');
    expect(dependence(each).sometimes).toBe(true);
  }
});

test('what nearly always fails under its circumstances is not rare', () => {
  const { outcomes, failed } = run('after 1 h');
  const dependence = dependences(descriptions, outcomes);
  expect(failed.map((outcome) => dependence(outcome).sometimes)).toEqual(failed.map(() => false));
});

test('where everything fails, nothing is told', () => {
  expect(told().flat()).toEqual([]);
});
