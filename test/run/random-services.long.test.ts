import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { loadDescriptions } from '../../src/description/load.js';
import { checkService } from '../../src/selftest/check-service.js';
import { randomService } from '../support/service/random-service.js';
import { EXHAUSTIVE, shareOf } from '../support/share.js';

const descriptions = await loadDescriptions();
const cases = casesOf(descriptions);

/** Each service meets one in so many cases, which ones varies. */
const IN_SO_MANY = EXHAUSTIVE ? 3 : 8;
const EVERY = 15;
const SEEDS = shareOf(
  Array.from({ length: 60 }, (_, at) => at + 1),
  EVERY,
);
/** Which of the cases a seed meets: all that are tried meet others. */
const turnOf = (seed: number): number => (EXHAUSTIVE ? seed : Math.floor(seed / EVERY)) % IN_SO_MANY;

test.each(SEEDS)('no random correct service is accused: seed %i', { timeout: 120_000 }, async (seed) => {
  const { dialect, faults, around, isLossy, unlike } = randomService(seed);
  const met = new Set(cases.filter((_, at) => at % IN_SO_MANY === turnOf(seed)));
  const { outcomes, stopped } = await checkService({
    descriptions,
    service: { dialect, faults, tls: false, seed },
    sockets: false,
    discover: true,
    flags: { eventTimeout: '20s', timeout: '30s' },
    around,
    only: (testCase) => met.has(testCase),
  });
  const isWrong = ({ verdict, case: { level } }: (typeof outcomes)[number]): boolean =>
    verdict === 'fail'
      ? level === 'required'
      : verdict === 'error' || (verdict === 'inconclusive' && !isLossy);
  const wrong = outcomes.filter(isWrong);
  expect(
    wrong.map(({ verdict, case: { id }, reason }) => `${verdict} ${id}: ${reason?.text}`),
    unlike,
  ).toEqual([]);
  expect(stopped, unlike).toBeNull();
  expect(outcomes.length).toBeGreaterThan(EXHAUSTIVE ? 800 : 300);
});
