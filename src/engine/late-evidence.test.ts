import { expect, test } from 'vitest';
import { withSurplus } from './late-evidence.js';
import type { CaseOutcome, Exchange } from './run-context.js';

type Surplus = 'own' | 'unclear' | null;

const exchange = (id: number, surplus: Surplus, caseId = `case-${id}`): Exchange =>
  ({ id, caseId, operation: 'list', outcome: { carrier: { surplus } } }) as unknown as Exchange;

const outcome = (id: number, more: Partial<CaseOutcome> = {}, level = 'required'): CaseOutcome =>
  ({
    case: { id: `case-${id}`, level },
    verdict: 'pass',
    reason: null,
    exchanges: [id],
    startedAt: 1_000,
    durationMs: 50,
    ...more,
  }) as unknown as CaseOutcome;

const told = (outcomes: readonly CaseOutcome[]) =>
  outcomes.map(({ verdict, reason }) => [verdict, reason?.code].filter(Boolean).join(' '));

test('the case whose request it was fails for what came after the answer', () => {
  const [found] = withSurplus([outcome(0)], [exchange(0, 'own')]);
  expect(found).toMatchObject({
    verdict: 'fail',
    reason: { code: 'surplus-bytes' },
    judged: { place: { part: 'answer', exchange: 0, about: 'list' }, step: 0, at: 1_050 },
  });
});

test('another verdict stands, who only observes accuses nobody, and the request of another case is not its own', () => {
  const failed = outcome(0, { verdict: 'fail', reason: { code: 'auth', text: '' } });
  const all = [failed, outcome(1, {}, 'observed'), outcome(2)];
  const seen = [exchange(0, 'own'), exchange(1, 'own'), exchange(2, 'own', 'case-9')];
  expect(told(withSurplus(all, seen))).toEqual(['fail auth', 'pass', 'pass']);
});

test('what may be the answer to another request proves nothing while nobody is known to have sent it', () => {
  const seen = [exchange(0, 'unclear'), exchange(1, null), exchange(2, 'own')];
  expect(told(withSurplus([outcome(0), outcome(1)], seen))).toEqual(['inconclusive surplus-bytes', 'pass']);
  expect(told(withSurplus([outcome(0), outcome(1), outcome(2)], seen))).toEqual([
    'pass',
    'pass',
    'fail surplus-bytes',
  ]);
});
