import type { TestContext } from 'vitest';
import type { CaseRecord, Level } from '../record/types.js';
import { resultOf } from '../reporters/case-result.js';
import { reasonWords } from '../reporters/words.js';

/**
 * The test of a case, for Vitest: it ends as the case did. What was skipped, or has no verdict, is a skipped test with its
 * reason; a violation below the fail level passes with a note.
 */
export async function caseTest(
  testCase: CaseRecord,
  failLevel: Level,
  { skip, annotate, task }: Pick<TestContext, 'skip' | 'annotate' | 'task'>,
): Promise<void> {
  Object.assign(task.meta, { caseId: testCase.id, title: testCase.title });
  if (testCase.verdict === 'skipped' || testCase.verdict === 'inconclusive')
    skip(`${testCase.verdict}: ${reasonOf(testCase)}`);
  if (testCase.verdict === 'pass') return;
  if (['error', 'failed'].includes(resultOf(testCase, failLevel))) throw failure(testCase);
  await annotate(reasonOf(testCase), 'warning');
}

function reasonOf({ reason }: CaseRecord): string {
  return reason ? reason.text : '';
}

/** Vitest draws the difference between what was expected and what was received. */
function failure(testCase: CaseRecord): Error {
  const what = testCase.reason ? reasonWords(testCase.reason.code) : testCase.verdict;
  const error = new Error(`${testCase.title}: ${what}. ${reasonOf(testCase)}`);
  const compared = testCase.expected !== null && testCase.received !== null;
  return Object.assign(error, {
    stack: '',
    ...(compared && { expected: testCase.expected, actual: testCase.received, showDiff: true }),
  });
}
