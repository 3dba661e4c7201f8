import { expect, test } from 'vitest';
import { matches } from '../../src/cases/statements.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { CaseOutcome } from '../../src/engine/run-context.js';
import { dialectNames, loadDialect } from '../../src/reference/dialects.js';
import { loadExceptions } from '../../src/selftest/exceptions.js';
import { checkReference } from '../support/service/check-reference.js';

const exceptions = await loadExceptions();
const descriptions = await loadDescriptions();
// The slowest comes first, so that the others fill its waits.
const names = (await dialectNames()).toReversed();

/** Cases that do not pass, by verdict; violations of what is merely expected apart, but for those that the dialect is made for. */
function standing(outcomes: readonly CaseOutcome[], run: string): { bad: string[]; warnings: string[] } {
  const lines = (wanted: (outcome: CaseOutcome) => boolean): string[] =>
    outcomes
      .filter((outcome) => outcome.verdict !== 'pass' && wanted(outcome))
      .map(({ verdict, case: { id }, reason }) => `${verdict} ${id}: ${reason?.code}, ${reason?.text}`);
  const isWarning = ({ verdict, case: testCase }: CaseOutcome): boolean =>
    verdict === 'fail' && testCase.level !== 'required';
  const isExcepted = ({ case: { id } }: CaseOutcome): boolean =>
    exceptions.some(({ alarms }) => alarms !== undefined && matches(alarms, `${run}/${id}`));
  return {
    bad: lines((outcome) => !isWarning(outcome)),
    warnings: lines((outcome) => isWarning(outcome) && !isExcepted(outcome)),
  };
}

/** The self-test lets every dialect meet all cases; here it is what the preflight makes of it, and of whom events are. */
const only = ({ group }: Case): boolean => group === 'routing' || group === 'destinations';

test('there are dialects enough', () => {
  expect(names.length).toBeGreaterThanOrEqual(8);
});

test.concurrent.each(names.flatMap((name) => ['configured', 'discovered'].map((how) => ({ name, how }))))(
  'the dialect "$name", $how, is not accused of anything',
  { timeout: 240_000 },
  async ({ name, how }) => {
    const dialect = await loadDialect(name);
    const { connections } = dialect.response;
    const { outcomes, skipped, lines } = await checkReference({
      descriptions,
      service: { dialect },
      only,
      flags: { eventTimeout: '30s', ...(connections !== null && { concurrency: String(connections) }) },
      ...(how === 'discovered' && { dialect: { bodies: {} } }),
    });
    const { bad, warnings } = standing(outcomes, `${name}/${how}`);
    expect(bad).toEqual([]);
    expect(warnings).toEqual([]);
    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
    const excused =
      dialect.destinations.names.length > 1
        ? /\/transport\//
        : /\/transport\/|(no-other|former)-destination|presence-of-each/;
    expect(skipped.filter((id) => !excused.test(id))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(100);
  },
);
