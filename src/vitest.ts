import { test } from 'vitest';
import { check } from './api/check.js';
import type { CheckOptions } from './api/check-options.js';
import type { CaseRecord, RunRecord } from './record/types.js';
import { reasonWords } from './reporters/reason-words.js';
import { standing } from './reporters/standing.js';

export type { CheckOptions } from './api/check-options.js';
export type { RunRecord } from './record/types.js';

/**
 * Checks a deployment and hands its cases to your own Vitest: one test a case, named by its id. Await it at the top of a
 * test file; the check itself runs while Vitest collects the file's tests, for only its end makes a verdict final. What
 * was skipped, or has no verdict, is a skipped test with its reason. A violation below the fail level passes with a note.
 * @returns the record, for further tests or `writeReports`
 * @throws as `check` does, so that the file fails where there is no verdict at all
 */
export async function conformance(options: CheckOptions = {}): Promise<RunRecord> {
  const record = await check(options);
  for (const one of record.cases) {
    test(one.id, async ({ skip, annotate, task }) => {
      Object.assign(task.meta, { caseId: one.id, title: one.title });
      if (one.verdict === 'skipped' || one.verdict === 'inconclusive') skip(`${one.verdict}: ${said(one)}`);
      if (one.verdict === 'pass') return;
      if (['error', 'failed'].includes(standing(one, record.failLevel))) throw failure(one);
      await annotate(said(one), 'warning');
    });
  }
  return record;
}

function said({ reason }: CaseRecord): string {
  return reason ? reason.text : '';
}

/** Vitest draws the difference between what was expected and what was received. */
function failure(one: CaseRecord): Error {
  const what = one.reason ? reasonWords(one.reason.code) : one.verdict;
  const error = new Error(`${one.title}: ${what}. ${said(one)}`);
  const compared = one.expected !== null && one.received !== null;
  return Object.assign(error, {
    stack: '',
    ...(compared && { expected: one.expected, actual: one.received, showDiff: true }),
  });
}
