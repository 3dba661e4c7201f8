import type { Explanation } from '../record/selftest.js';
import type { CaseOutcome } from './run-context.js';

/** A failing case as people read it. */
export function explain({ case: testCase, reason, expected, received }: CaseOutcome): Explanation {
  return { case: testCase.id, statements: testCase.statements, text: reason?.text ?? '', expected, received };
}

/** The first thing that anybody reads of a failing case: the statements, what is wrong, what was due and what came. */
export function firstLine({ statements, text, expected, received }: Explanation): string {
  return `${statements.join(', ')}: ${text} Expected: ${expected ?? 'not stated'}. Received: ${received ?? 'nothing'}.`;
}
