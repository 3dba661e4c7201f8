import { duration } from '../duration.js';
import type { SelftestRecord } from '../record/selftest.js';
import { findingLines } from './findings.js';

/** The self-test for a terminal: what was proven, and every thing that was not. */
export function summaryText(record: SelftestRecord): string {
  const { summary: counts, cases, cleanRuns } = record;
  const idle = cases.filter(({ level, kills }) => level === 'expected' && kills === 0).length;
  return [
    `${counts.mutants} mutants, ${counts.behavioural} of them named faults: ${counts.killed} killed, ${counts.excepted} excepted, ${counts.survived} survived; ${counts.collateral} failures beside the mark.`,
    ...(record.whole
      ? [
          `${counts.requiredCases} required cases: ${counts.requiredKilling} have failed, ${counts.requiredCases - counts.requiredKilling} never; of the expected ones ${idle} never.`,
          `${cleanRuns.length} runs against correct services: ${counts.alarms} false alarms.`,
        ]
      : []),
    ...(record.allCases
      ? []
      : ['Each mutant met the cases that can kill it; --all-cases lets it meet every one.']),
    `${duration(record.durationMs)}, ${record.workers} processes.`,
    ...findingLines(record).flatMap(({ title, lines }) => section(title, lines)),
    record.exitCode === 0
      ? 'Every check that was tried can fail, and none failed on a correct service.'
      : 'The self-test failed.',
    '',
  ].join('\n');
}

const MOST = 50;

function section(title: string, lines: readonly string[]): string[] {
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more`] : [];
  return ['', `${title} (${lines.length}):`, ...lines.slice(0, MOST).map((line) => `  ${line}`), ...more, ''];
}
