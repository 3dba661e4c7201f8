import { test } from '@vitest/runner';
import type { Case, Group } from '../cases/types.js';
import { explain, firstLine } from '../engine/explanation.js';
import type { CaseOutcome } from '../engine/run-context.js';

/** What the suites run over. */
export interface Session {
  cases: readonly Case[];
  /** The final outcome of the case of this id: the one in the record. */
  outcome(id: string): Promise<CaseOutcome>;
}

/** Registers the tests of a group with Vitest's runner. */
export type Suite = (session: Session) => void;

/**
 * Hands a group's cases to Vitest: one test a case, which waits for the case's final verdict. The engine runs beside, over
 * the cases of all groups at once, and nothing is final before its end: then the tests come one after the other.
 */
export function conformance(group: Group): Suite {
  return ({ cases, outcome }) => {
    const own = cases.filter((one) => one.group === group);
    if (own.length === 0) test.skip(`no case of the group ${group} was selected`);
    for (const { id, title } of own)
      test(`${id}: ${title}`, async ({ skip, task }) => {
        Object.assign(task.meta, { caseId: id });
        const found = await outcome(id);
        const said = found.reason?.text ?? '';
        if (found.verdict === 'skipped' || found.verdict === 'inconclusive')
          skip(`${found.verdict}: ${said}`);
        if (found.verdict === 'fail')
          throw Object.assign(new Error(firstLine(explain(found))), { stack: '' });
      });
  };
}
