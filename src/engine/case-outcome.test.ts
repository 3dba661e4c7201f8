import { expect, test } from 'vitest';
import { judgeRetry } from './case-outcome.js';
import type { CaseOutcome } from './evidence.js';

function outcome(verdict: CaseOutcome['verdict'], id: number): CaseOutcome {
  const reason = verdict === 'pass' ? null : { code: 'no-event', text: 'It did not arrive.' };
  const seen = { exchanges: [`x${id}`], events: [id], observations: [], expected: null, received: null };
  return {
    case: {},
    verdict,
    reason,
    ...seen,
    startedAt: id * 1000,
    durationMs: 100,
  } as unknown as CaseOutcome;
}

const WHY = { why: 'The checker slept.' };

test('what is missed again is a violation, with the evidence of both attempts', () => {
  const looked = judgeRetry(outcome('fail', 1), outcome('fail', 2), WHY);
  const reason = { code: 'no-event', text: 'It did not arrive. The case was tried twice.' };
  expect(looked).toMatchObject({ verdict: 'fail', reason });
  expect(looked).toMatchObject({
    exchanges: ['x1', 'x2'],
    events: [1, 2],
    startedAt: 1000,
    durationMs: 1100,
  });
});

test('what a hurried second attempt misses as well is told as the first missed it, after the whole wait', () => {
  const first = { ...outcome('fail', 1), received: 'nothing within 10 s' } as CaseOutcome;
  const second = { ...outcome('fail', 2), received: 'nothing within 1 s' } as CaseOutcome;
  const doubt = { ...WHY, passing: 'interference' } as const;
  expect(judgeRetry(first, second, doubt)).toMatchObject({
    verdict: 'fail',
    received: 'nothing within 10 s',
  });
  expect(judgeRetry(first, outcome('pass', 2), doubt)).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'interference' },
  });
});

test('what passes at the second attempt was a violation at the first', () => {
  const looked = judgeRetry(outcome('fail', 1), outcome('pass', 2), WHY);
  const text = 'It did not arrive. When the case was tried again, it passed.';
  expect(looked).toMatchObject({ verdict: 'fail', reason: { code: 'no-event', text }, recovered: true });
});

test('what passes at the second attempt accuses nobody where the checker was in the way', () => {
  const looked = judgeRetry(outcome('fail', 1), outcome('pass', 2), { ...WHY, passing: 'held-up' });
  expect(looked).toMatchObject({ verdict: 'inconclusive', reason: { code: 'held-up' } });
  expect(looked.reason?.text).toBe(
    'It did not arrive. The checker slept. When the case was tried again, it passed.',
  );
  expect(looked.recovered).toBeUndefined();
});

test('what passes at the second attempt passes where the first says nothing', () => {
  const looked = judgeRetry(outcome('fail', 1), outcome('pass', 2), { ...WHY, passing: 'cleared' });
  expect(looked).toMatchObject({ verdict: 'pass', events: [1, 2] });
  expect(looked.recovered).toBeUndefined();
  const again = judgeRetry(outcome('fail', 1), outcome('fail', 2), { ...WHY, passing: 'cleared' });
  expect(again.verdict).toBe('fail');
});

test('what cannot be told at the second attempt stays so, in its own words', () => {
  const looked = judgeRetry(outcome('fail', 1), outcome('inconclusive', 2), WHY);
  expect(looked).toMatchObject({
    verdict: 'inconclusive',
    reason: { code: 'no-event', text: 'It did not arrive.' },
  });
});
