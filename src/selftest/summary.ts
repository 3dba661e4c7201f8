import type { SelftestRecord } from '../record/selftest.js';
import { findingsOf } from './standing.js';

/** The self-test for a terminal: what was proven, and every thing that was not. */
export function summaryText(record: SelftestRecord): string {
  const { summary: counts, cleanRuns } = record;
  const { survivors, idle, idleExpected, alarms, unclear, stale } = findingsOf(record);
  const excepted = record.mutants.filter(({ state }) => state === 'excepted');
  return [
    `${counts.mutants} mutants, ${counts.behavioural} of them named faults: ${counts.killed} killed, ${counts.excepted} excepted, ${counts.survived} survived; ${counts.collateral} failures beside the mark.`,
    ...(record.whole
      ? [
          `${counts.requiredCases} required cases: ${counts.requiredKilling} have failed, ${idle.length} never; of the expected ones ${idleExpected.length} never.`,
          `${cleanRuns.length} runs against correct services: ${counts.alarms} false alarms.`,
        ]
      : []),
    `${(record.durationMs / 1000).toFixed(0)} s, ${record.workers} processes.`,
    ...section(
      'Survivors',
      survivors.map(({ id, state, summary }) => `${id} (${state}): ${summary}`),
    ),
    ...section(
      'Required cases that nothing makes fail',
      idle.map(({ id }) => id),
    ),
    ...section(
      'Expected cases that nothing makes fail',
      idleExpected.map(({ id }) => id),
    ),
    ...section(
      'False alarms',
      alarms.map(({ run, text }) => `${run}: ${text}`),
    ),
    ...section(
      'Failures that do not explain themselves',
      unclear.map(({ mutant, text }) => `${mutant}: ${text}`),
    ),
    ...section('Exceptions that except nothing any more', stale),
    ...section(
      'Excepted',
      excepted.map(({ id, exception }) => `${id}: ${exception}`),
    ),
    record.exitCode === 0
      ? 'Every check that was tried can fail, and none failed without need.'
      : 'The self-test failed.',
    '',
  ].join('\n');
}

const MOST = 50;

function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more`] : [];
  return ['', `${title} (${lines.length}):`, ...lines.slice(0, MOST).map((line) => `  ${line}`), ...more, ''];
}
