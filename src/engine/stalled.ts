import type { Case } from '../cases/types.js';
import { procedure } from '../cases/words/procedure.js';
import { duration } from '../duration.js';
import type { Finding } from './finding.js';
import type { CaseOutcome } from './run-context.js';
import type { RunState, Waits } from './run-state.js';

/** The finding of a case in a run that was given up, for nothing went on any more: who is waited for has no verdict. */
export function stalled(testCase: Case, runState: RunState, limitMs: number): Finding {
  const waits = runState.underWay.get(testCase.id);
  if (runState.signal.aborted)
    return {
      verdict: 'skipped',
      code: 'interrupted',
      text: 'The run was interrupted before this case ended.',
    };
  const others = [...runState.underWay.values()].some((other) => other !== 'end');
  const still = `Nothing happened for ${duration(limitMs)}, so the run was ended.`;
  if (others && (waits === undefined || waits === 'end'))
    return {
      verdict: 'skipped',
      code: 'not-run',
      text: `${still} This case was not the one that was waited for.`,
    };
  return {
    verdict: 'error',
    code: 'stood-still',
    text: `${still} This case waited ${place(testCase, waits, runState)}.`,
  };
}

function place(testCase: Case, waits: Waits | undefined, runState: RunState): string {
  if (waits === undefined) return 'for its turn';
  if (waits === 'end') return "for the run's end";
  if (waits === 'others') return 'for cases beside it, or for what it puts back';
  const sentence = procedure(testCase, runState.description(testCase.version))[waits.step] ?? '';
  return `in step ${waits.step + 1} of ${testCase.steps.length}: ${sentence.replace(/\.$/, '')}`;
}

/** The outcome of a case that came to no end. */
export function unfinished(
  testCase: Case,
  runState: RunState,
  { verdict, code, text }: Finding,
): CaseOutcome {
  const own = runState.exchanges.filter(({ caseId }) => caseId === testCase.id);
  const startedAt = own[0]?.outcome.startedAt ?? runState.ports.clock.now();
  return {
    case: testCase,
    verdict,
    reason: { code, text },
    expected: null,
    received: null,
    exchanges: own.map(({ id }) => id),
    events: [],
    observations: [],
    startedAt,
    durationMs: runState.ports.clock.now() - startedAt,
  };
}
