import type { TestContext } from 'vitest';
import type { CaseRecord, Level } from '../record/types.js';
import { reasonWords } from '../reporters/reason-words.js';
import { standing } from '../reporters/standing.js';

/**
 * The test of a case, for Vitest: it ends as the case did. What was skipped, or has no verdict, is a skipped test with its
 * reason; a violation below the fail level passes with a note.
 */
export async function caseTest(
  one: CaseRecord,
  failLevel: Level,
  { skip, annotate, task }: Pick<TestContext, 'skip' | 'annotate' | 'task'>,
): Promise<void> {
  Object.assign(task.meta, { caseId: one.id, title: one.title });
  if (one.verdict === 'skipped' || one.verdict === 'inconclusive') skip(`${one.verdict}: ${reasonOf(one)}`);
  if (one.verdict === 'pass') return;
  if (['error', 'failed'].includes(standing(one, failLevel))) throw failure(one);
  await annotate(reasonOf(one), 'warning');
}

function reasonOf({ reason }: CaseRecord): string {
  return reason ? reason.text : '';
}

/** Vitest draws the difference between what was expected and what was received. */
function failure(one: CaseRecord): Error {
  const what = one.reason ? reasonWords(one.reason.code) : one.verdict;
  const error = new Error(`${one.title}: ${what}. ${reasonOf(one)}`);
  const compared = one.expected !== null && one.received !== null;
  return Object.assign(error, {
    stack: '',
    ...(compared && { expected: one.expected, actual: one.received, showDiff: true }),
  });
}
