import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import { loadDescriptions } from '../description/load.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { CaseRecord, Verdict } from '../record/types.js';
import { caseRecords, dependences, type Evidence, statementRecords } from './case-records.js';

const descriptions = await loadDescriptions();
const { cases } = await sampleRecord({ kind: 'passing' });

/** Of the statements of a case, their verdicts once it ends so. */
function verdictsWith(ended: CaseRecord, verdict: Verdict, others = cases): (string | undefined)[] {
  const records = statementRecords(
    descriptions,
    others.map((testCase) => (testCase.id === ended.id ? { ...testCase, verdict } : testCase)),
    { tls: { verdict: 'pass', text: '' } },
  );
  return ended.statements.map((id) => records.find((record) => record.id === id)?.verdicts[ended.version]);
}

test('a statement with a failed case is violated, however many of its cases passed and whatever else they claim', () => {
  const several = cases.filter(({ statements }) => statements.length > 1);
  expect(several.length).toBeGreaterThan(100);
  for (const testCase of several.filter((_, at) => at % 40 === 0))
    expect(new Set(verdictsWith(testCase, 'fail')), testCase.id).toEqual(new Set(['fail']));
});

test('what was seen to be violated is not made up for by an error of the checker', () => {
  const [first, second] = cases.filter(({ statements }) => statements.includes('asks-after-close'));
  if (!first || !second) throw new Error('The sample lacks its cases.');
  const broken = cases.map((testCase) =>
    testCase.id === second.id ? { ...testCase, verdict: 'error' as const } : testCase,
  );
  expect(verdictsWith(first, 'fail', broken)[0]).toBe('fail');
});

/** What the record keeps of two long values that were compared. */
function keptOf(expected: string, received: string): (unknown | undefined)[] {
  const outcome = {
    case: casesOf(descriptions)[0],
    verdict: 'fail',
    reason: { code: 'content', text: '' },
    exchanges: [],
    events: [],
    judged: { place: { part: 'inbox', values: { expected, received } }, step: 0, at: 0 },
  } as unknown as CaseOutcome;
  const evidence = { descriptions, outcomes: [outcome], skipped: [], startedAt: 0 } as unknown as Evidence;
  const { values } = caseRecords(evidence)[0]?.judged ?? {};
  return [values?.expected, values?.received];
}

test('of long values the beginning is kept, of one that was cut all of it', () => {
  const long = '0123456789'.repeat(1_000);
  const [due, cut] = keptOf(long, long.slice(0, 4_096));
  expect([due, cut]).toEqual([long, long.slice(0, 4_096)]);
  const [, other] = keptOf(long, `x${long}`);
  expect(String(other).length).toBeLessThan(4_100);
});

const [description] = descriptions;
const inboxCases = casesOf(descriptions).filter(
  ({ version, steps }) =>
    version === description?.version && steps.some((step) => step.do === 'inbox' && step.judge === 'present'),
);

/** A run in which those cases fail in which employees look for messages after all of this. */
function run(...under: string[]): { outcomes: CaseOutcome[]; failed: CaseOutcome[] } {
  const outcomes = inboxCases.map((testCase) => outcomeOf(testCase, under));
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
