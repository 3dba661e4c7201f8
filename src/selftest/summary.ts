import { duration } from '../duration.js';
import type { SelftestRecord } from '../record/selftest.js';
import { count } from '../reporters/words.js';
import { findingLines } from './findings.js';

/** The self-test for a terminal: what was proven, and every thing that was not. */
export function summaryText(record: SelftestRecord): string {
  const { summary: counts, cases, cleanRuns } = record;
  const idle = cases.filter(({ level, kills }) => level === 'expected' && kills === 0).length;
  return [
    `${count(counts.mutants, 'mutant')}, ${counts.behavioural} of them named faults: ${counts.killed} killed, ${counts.excepted} excepted, ${counts.survived} survived; ${count(counts.collateral, 'failure')} beside the mark.`,
    ...(record.whole
      ? [
          `${count(counts.requiredCases, 'required case')}: ${counts.requiredKilling} have failed, ${counts.requiredCases - counts.requiredKilling} never; of the expected ones ${idle} never.`,
          `${count(cleanRuns.length, 'run')} against correct services: ${count(counts.alarms, 'false alarm')}.`,
        ]
      : []),
    ...(record.allCases
      ? []
      : ['Each mutant met the cases that can kill it; --all-cases lets it meet every one.']),
    `${duration(record.durationMs)}, ${count(record.workers, 'process', 'processes')}.`,
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
