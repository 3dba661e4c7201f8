import type { Step } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import type { CaseContext } from './case-context.js';
import { asSetup, type Finding, FindingError } from './finding.js';

/** What a finding of the step means for the case. */
export function asStep(step: Step, finding: Finding): Finding {
  return 'setup' in step && step.setup ? asSetup(finding) : finding;
}

/** The finding, and which step found it when. */
export function inStep(context: CaseContext, step: Step, finding: Finding): Finding {
  const { testCase, runState } = context;
  const at = testCase.steps.indexOf(step);
  const judgedAt = runState.ports.clock.now();
  return at < 0
    ? { ...finding, judgedAt }
    : { ...finding, judgedAt, step: at, circumstances: circumstances(context, at, finding) };
}

function circumstances(
  { description, testCase, round }: CaseContext,
  step: number,
  { of, code }: Finding,
): string[] {
  const known = circumstancesOf(description, testCase, { step, of, isChanged: code === 'content' });
  const isOtherDestination = testCase.eachDestination !== undefined && (round?.index ?? 0) > 0;
  return isOtherDestination && !known.includes('another destination')
    ? [...known, 'another destination']
    : known;
}

/** The finding of some work; whatever it throws is a finding as well. */
export async function guarded(work: () => Promise<Finding | null>): Promise<Finding | null> {
  try {
    return await work();
  } catch (error) {
    return fault(error);
  }
}

/** What was thrown: a finding that ended the case, or a fault of the checker. */
export function fault(error: unknown): Finding {
  if (error instanceof FindingError) return error.finding;
  return {
    verdict: 'error',
    code: 'internal',
    text: `The checker itself failed: ${error instanceof Error ? error.message : String(error)}`,
  };
}
