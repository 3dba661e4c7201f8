import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { defaultDialect, type ReferenceDialect } from '../../src/reference/dialect/dialect.js';
import { checkReference } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();

interface Asked {
  /** Time in which attempts are watched. It ends sooner where one is taken. */
  window: string;
  others?: RegExp;
}

async function told(event: Partial<ReferenceDialect['event']>, { window, others = /^$/ }: Asked) {
  const { outcomes, evidence } = await checkReference({
    descriptions,
    service: { dialect: { ...defaultDialect, event: { ...defaultDialect.event, ...event } } },
    only: ({ id }) => id === '1.0/events/retries' || others.test(id),
    flags: { eventTimeout: '20s', quietWindow: window },
  });
  const retries = outcomes.find(({ case: testCase }) => testCase.name === 'retries');
  return { outcomes, evidence, value: retries?.observations[0]?.value, verdict: retries?.verdict };
}

test('pauses between attempts are told, and the refused deliveries are kept', async () => {
  const { value, evidence } = await told({}, { window: '20s' });
  expect(value).toMatch(/^repeated after about \d+ ms, then after about \d+ ms; taken at attempt 3$/);
  expect(evidence.deliveries.filter(({ refused }) => refused)).toHaveLength(2);
});

test('a deployment that never repeats is not accused', async () => {
  const { value, verdict } = await told({ tries: 1 }, { window: '1s' });
  expect(value).toBe('a refused delivery is not repeated within 1 s');
  expect(verdict).toBe('pass');
});

test('a deployment that holds everything back while it repeats disturbs no other case', async () => {
  const { outcomes, value, evidence } = await told(
    { queue: 'all', tries: 10 },
    { window: '4s', others: /^1\.[02]\/routing\// },
  );
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(20);
  expect(value).toMatch(/^repeated/);
  // It begins when all others have sent what they had to send, beside their quiet window.
  const sent = evidence.exchanges.map(({ caseId, outcome }) => ({ caseId, at: outcome.startedAt }));
  const isLast = ({ caseId }: { caseId: string }): boolean => caseId.endsWith('/retries');
  const begun = sent.find(isLast)?.at ?? 0;
  expect(Math.max(...sent.filter((request) => !isLast(request)).map(({ at }) => at))).toBeLessThanOrEqual(
    begun,
  );
});
