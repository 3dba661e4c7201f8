import { test } from '@vitest/runner';
import type { Group } from './cases/types.js';
import { isWithinVitest, type Suite } from './run/vitest-runner.js';

/**
 * Hands a group's cases to Vitest. If Vitest itself loads the test file, the tests are there when this resolves.
 * `conform run` loads it with only the runner and calls what this resolves with: one test per case, which waits for
 * the case's final verdict. Meanwhile the engine runs the cases of all groups at once, and nothing is final before
 * its end: then the tests finish one after the other.
 */
export async function suite(group: Group): Promise<Suite> {
  // Loaded only there, because users of the package need not have Vitest.
  if (isWithinVitest()) await (await import('./api/vitest-tests.js')).groupTests(group);
  return ({ cases, outcome }) => {
    const own = cases.filter((testCase) => testCase.group === group);
    if (own.length === 0) test.skip(`no case of the group ${group} was selected`);
    for (const { id } of own)
      test(id, async ({ skip, task }) => {
        Object.assign(task.meta, { caseId: id });
        const { verdict, reason } = await outcome(id);
        const text = `${verdict}: ${reason?.text ?? ''}`;
        if (verdict === 'skipped' || verdict === 'inconclusive') skip(text);
        if (verdict === 'fail') throw Object.assign(new Error(text), { stack: '' });
      });
  };
}
