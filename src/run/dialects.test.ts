import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { CaseOutcome } from '../engine/world.js';
import { dialectNames, loadDialect } from '../reference/dialects.js';
import { checkReference } from '../testing/check-reference.js';
import { fails } from './standing.js';

const descriptions = await loadDescriptions();
// The slowest comes first, so that the others fill its waits.
const names = (await dialectNames()).toReversed();

/** Cases that do not pass, by verdict; violations of what is merely expected apart. */
function standing(outcomes: readonly CaseOutcome[]): { bad: string[]; warnings: string[] } {
  const lines = (wanted: (one: CaseOutcome) => boolean): string[] =>
    outcomes
      .filter((one) => one.verdict !== 'pass' && wanted(one))
      .map(({ verdict, case: { id }, reason }) => `${verdict} ${id}: ${reason?.code}, ${reason?.text}`);
  const isWarning = ({ verdict, case: one }: CaseOutcome): boolean =>
    verdict === 'fail' && !fails(one, 'required');
  return { bad: lines((one) => !isWarning(one)), warnings: lines(isWarning) };
}

test('there are dialects enough', () => {
  expect(names.length).toBeGreaterThanOrEqual(8);
});

test.concurrent.each(names.flatMap((name) => ['configured', 'found out'].map((how) => ({ name, how }))))(
  'the dialect "$name", $how, is not accused of anything',
  { timeout: 240_000 },
  async ({ name, how }) => {
    const dialect = await loadDialect(name);
    const { connections, contentType } = dialect.response;
    const { outcomes, skipped, lines } = await checkReference({
      descriptions,
      service: { dialect },
      flags: { eventTimeout: '30s', ...(connections !== null && { concurrency: String(connections) }) },
      ...(how === 'found out' && { dialect: { bodies: {} } }),
    });
    const { bad, warnings } = standing(outcomes);
    expect(bad).toEqual([]);
    expect(warnings.filter((line) => contentType !== null || !line.includes(': content-type,'))).toEqual([]);
    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
    const excused =
      dialect.destinations.names.length > 1 ? /\/transport\// : /\/transport\/|(no-other|former)-destination/;
    expect(skipped.filter((id) => !excused.test(id))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(1000);
  },
);
