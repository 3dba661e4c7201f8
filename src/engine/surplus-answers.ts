import type { CaseOutcome, Exchange } from './run-context.js';

/**
 * What came after an answer had ended is known only later in the run. The case whose request it was fails for it; where it
 * cannot be told whose it was, what passed by such answers is not proven, unless a failure of the run says what they are.
 */
export function withSurplus(outcomes: readonly CaseOutcome[], exchanges: readonly Exchange[]): CaseOutcome[] {
  const judged = outcomes.map((outcome) => failing(outcome, exchanges) ?? outcome);
  const isKnown = judged.some(({ verdict, reason }) => verdict === 'fail' && reason?.code === CODE);
  return isKnown
    ? judged
    : judged.map((outcome) => (isUnclear(outcome, exchanges) ? doubted(outcome) : outcome));
}

const CODE = 'surplus-bytes';
const EXPECTED = 'one answer to each request';

function failing(outcome: CaseOutcome, exchanges: readonly Exchange[]): CaseOutcome | null {
  const { verdict, case: testCase } = outcome;
  if (verdict !== 'pass' || testCase.level === 'observed') return null;
  const guilty = outcome.exchanges
    .flatMap((id) => exchanges[id] ?? [])
    .find(({ caseId, outcome: { carrier } }) => caseId === testCase.id && carrier?.surplus === 'own');
  if (!guilty) return null;
  const { id, operation } = guilty;
  const text =
    'More bytes came than the answer had announced, some time after it, on its keep-alive connection.';
  return {
    ...outcome,
    verdict: 'fail',
    reason: { code: CODE, text },
    expected: EXPECTED,
    received: 'more bytes after the answer',
    judged: {
      place: { part: 'answer', exchange: id, ...(operation !== null && { about: operation }) },
      step: 0,
      at: outcome.startedAt + outcome.durationMs,
    },
  };
}

function isUnclear({ verdict, ...outcome }: CaseOutcome, exchanges: readonly Exchange[]): boolean {
  return (
    verdict === 'pass' &&
    outcome.exchanges.some((id) => exchanges[id]?.outcome.carrier?.surplus === 'unclear')
  );
}

function doubted(outcome: CaseOutcome): CaseOutcome {
  const text =
    'More came on a keep-alive connection than was asked for, so its answers may belong to other requests; which one it answers is unknown.';
  return {
    ...outcome,
    verdict: 'inconclusive',
    reason: { code: CODE, text },
    expected: EXPECTED,
    received: 'more answers than requests',
  };
}
