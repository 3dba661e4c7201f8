import type { CaseRecord, RunRecord } from '../../record/types.js';
import { resultOf } from '../case-result.js';
import { isRun } from '../repeat-command.js';
import { oneLine } from '../text/inert.js';
import { count } from '../words.js';

/**
 * The failures as a log keeps them, where nobody can scroll or open the report: every case id, and what was expected and
 * received as it is, however wide.
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
    ...(expected === null ? [] : [`    expected ${oneLine(expected)}`]),
    ...(received === null ? [] : [`    received ${oneLine(received)}`]),
  ];
}

/** How what did not pass is tried again; null: there is nothing, or no such command. */
export function repeatLine({ command, summary }: RunRecord): string | null {
  const left = summary.fail + summary.inconclusive + summary.errors;
  if (left === 0 || !isRun(command)) return null;
  const again = command.includes('--last-failed') ? command : `${command} --last-failed`;
  return `  Repeat ${count(left, 'case')}: ${oneLine(again)}`;
}
