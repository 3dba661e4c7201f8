import { cutText } from '../../cut-text.js';
import type { CaseRecord, RunRecord } from '../../record/types.js';
import { resultOf } from '../case-result.js';
import { firstDifference } from '../text/difference.js';
import { oneLine } from '../text/inert.js';

/**
 * The failures as a log keeps them, where nobody can scroll or open the report: every case id, and what was expected and
 * received, however wide. Of long values the rest stands in the report.
 */
export function logLines(record: RunRecord): string[] {
  return record.cases
    .filter((testCase) => resultOf(testCase, record.failLevel) === 'failed')
    .flatMap(caseLines);
}

function caseLines({ id, reason, expected, received }: CaseRecord): string[] {
  return [
    `  ✘ ${oneLine(id)}`,
    ...(reason === null ? [] : [`    ${oneLine(reason.text)}`]),
    ...(expected === null ? [] : [`    expected ${shownValue(expected, received)}`]),
    ...(received === null ? [] : [`    received ${shownValue(received, expected)}`]),
  ];
}

/** A value; of a long one the part where it begins to differ from the other, and how long it is. */
function shownValue(value: string, other: string | null): string {
  const text = oneLine(value);
  if (text.length <= MOST_VALUE) return text;
  const { expected: shown } = firstDifference(text, oneLine(other ?? ''));
  return `${cutText(shown, MOST_VALUE)} [${text.length} characters]`;
}

/** Characters of a value in a log: a line that people still read. */
const MOST_VALUE = 300;
