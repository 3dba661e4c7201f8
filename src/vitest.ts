import { test } from 'vitest';
import { type CheckOptions, check } from './api/check.js';
import { caseTest } from './api/vitest-tests.js';
import type { RunRecord } from './record/types.js';

export type { CheckOptions } from './api/check.js';
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
  for (const testCase of record.cases)
    test(testCase.id, (context) => caseTest(testCase, record.failLevel, context));
  return record;
}
