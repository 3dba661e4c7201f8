import { firstLine } from '../engine/explanation.js';
import type { Explanation } from '../record/selftest.js';

const SIGNS: [RegExp, string][] = [
  [/\bundefined\b/, 'says "undefined"'],
  [/\[object \w+\]/, 'prints an object as such'],
  [/\n\s*at |\bat \S+:\d+:\d+/, 'shows a stack'],
  [/\n/, 'needs more than one line'],
  [/expected:? (true|false)\b/i, 'expects a bare boolean'],
  [/\bNaN\b/, 'says "NaN"'],
];

/** Why a failure does not explain itself; null: it does. */
export function unclear(explained: Explanation): string | null {
  const line = firstLine(explained);
  const missing = (['text', 'expected', 'received'] as const).find((part) => !explained[part]);
  if (missing) return `${explained.case} has no "${missing}": ${line}`;
  if (explained.statements.length === 0) return `${explained.case} names no statement: ${line}`;
  const sign = SIGNS.find(([pattern]) => pattern.test(line));
  return sign ? `${explained.case} ${sign[1]}: ${line}` : null;
}
