import { findingsOf, type Tried } from './findings.js';

/** Lines about one thing that is to be known. */
export interface FindingList {
  title: string;
  lines: string[];
}

/** What fails the self-test, and what is allowed with its reason, for people: the same in every report. */
export function findingLines(record: Tried): FindingList[] {
  const { survivors, idle, idleExpected, alarms, unclear, unanswered, stale } = findingsOf(record);
  const told: FindingList[] = [
    { title: 'Survivors', lines: survivors.map(({ id, state, summary }) => `${id} (${state}): ${summary}`) },
    { title: 'Required cases that nothing makes fail', lines: idle.map(({ id }) => id) },
    { title: 'Expected cases that nothing makes fail', lines: idleExpected.map(({ id }) => id) },
    { title: 'False alarms', lines: alarms.map(({ run, text }) => `${run}: ${text}`) },
    {
      title: 'Failures that do not explain themselves',
      lines: unclear.map(({ mutant, text }) => `${mutant}: ${text}`),
    },
    {
      title: 'Cases without a verdict that point to no failure',
      lines: unanswered.map(({ mutant, text }) => `${mutant}: ${text}`),
    },
    { title: 'Exceptions that except nothing any more', lines: stale },
    { title: 'Excepted', lines: excepted(record) },
  ];
  return told.filter(({ lines }) => lines.length > 0);
}

function excepted({ mutants, cases, cleanRuns }: Tried): string[] {
  return [
    ...[...mutants, ...cases].flatMap(({ id, exception }) => (exception ? [`${id}: ${exception}`] : [])),
    ...cleanRuns.flatMap(({ name, excepted: alarms }) => {
      const reasons = new Set(alarms.map(({ exception }) => exception));
      return [...reasons].map((reason) => `${name}, ${alarms.length} warnings: ${reason}`);
    }),
  ];
}
