import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { loadDescriptions } from '../../src/description/load.js';
import { dialectNames, loadDialect } from '../../src/reference/dialect/dialects.js';
import { checkReference } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();
const names = await dialectNames();

/** Cases that no such deployment can be asked for: none has TLS here, and some list one destination only. */
const beyond = (destinations: number): Set<string> => {
  const lacking = ['https', ...(destinations > 1 ? [] : ['two-destinations'])];
  const cases = casesOf(descriptions).filter(({ needs }) => needs.some(({ kind }) => lacking.includes(kind)));
  return new Set(cases.map(({ id }) => id));
};

/** The self-test lets every dialect meet all cases; here it is what the preflight makes of it, and what that lets be exercised. */
test('there are dialects enough', () => {
  expect(names.length).toBeGreaterThanOrEqual(8);
});

test.each(names.flatMap((name) => ['configured', 'discovered'].map((how) => ({ name, how }))))(
  'nothing of the dialect "$name", $how, is open after the preflight, and every case can be exercised',
  async ({ name, how }) => {
    const dialect = await loadDialect(name);
    const { connections } = dialect.response;
    const { skipped, lines } = await checkReference({
      descriptions,
      service: { dialect },
      begun: () => false,
      flags: { eventTimeout: '30s', ...(connections !== null && { concurrency: String(connections) }) },
      ...(how === 'discovered' && { dialect: { bodies: {} } }),
    });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
    const excused = beyond(dialect.destinations.names.length);
    expect(skipped.length).toBeLessThan(casesOf(descriptions).length / 20);
    expect(skipped.filter((id) => !excused.has(id))).toEqual([]);
  },
);
