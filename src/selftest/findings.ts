import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matches } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { specFolder } from '../description/load.js';
import { duration } from '../duration.js';
import { count } from '../phrases.js';
import type { MutantRecord, SelftestCase, SelftestRecord, SelftestSummary } from '../record/selftest.js';
import { toPlain, YamlError } from '../yaml/located.js';
import { readYaml } from '../yaml/read-yaml.js';
import { schemaCheck } from '../yaml/schema-check.js';
import { BEHAVIOUR } from './mutants/derive.js';

/** Which cases each mutant of the self-test met, as a sentence goes on. */
export function metBy({ allCases, whole }: Pick<SelftestRecord, 'allCases' | 'whole'>): string {
  if (allCases) return 'every case of its version';
  return whole
    ? 'some of the cases that can kill it, until each case had failed'
    : 'the cases that can kill it';
}

/** How often each case failed; cases that only observe cannot. With `exceptions`, those that need not fail. */
export function judgeCases(
  cases: readonly Case[],
  mutants: readonly MutantRecord[],
  exceptions: Exceptions | null,
): SelftestCase[] {
  const aimed = tally(mutants.flatMap(({ killers }) => killers));
  const collateral = tally(mutants.flatMap(({ collateral: ids }) => ids));
  return cases
    .filter(({ level }) => level !== 'observed')
    .map(({ id, level }) => {
      const aimedKills = aimed.get(id) ?? 0;
      const kills = aimedKills + (collateral.get(id) ?? 0);
      const exception = kills === 0 ? exceptions?.reason('cases', id) : undefined;
      return { id, level, kills, aimedKills, ...(exception !== undefined && { exception }) };
    });
}

function tally(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Everything that fails the self-test, by kind. */
interface Findings {
  survivors: MutantRecord[];
  /** Required cases that no mutant makes fail. */
  idle: SelftestCase[];
  /** Merely expected ones: listed, but no failure. */
  idleExpected: SelftestCase[];
  alarms: { run: string; text: string }[];
  /** Failures without an explanation. */
  unclear: { mutant: string; text: string }[];
  /** Cases that a faulty service left without a verdict, and that point to no failure. */
  unanswered: { mutant: string; text: string }[];
  stale: string[];
}

/** The record before it is judged. */
export type Tried = Omit<SelftestRecord, 'exitCode' | 'summary'>;

function findingsOf({ mutants, cases, cleanRuns, stale, whole }: Tried): Findings {
  const idle = whole ? cases.filter(({ kills, exception }) => kills === 0 && exception === undefined) : [];
  return {
    survivors: mutants.filter(({ state }) => state === 'survived' || state === 'stopped'),
    idle: idle.filter(({ level }) => level === 'required'),
    idleExpected: idle.filter(({ level }) => level === 'expected'),
    alarms: cleanRuns.flatMap(({ name, alarms }) =>
      alarms.map((alarm) => ({ run: name, text: `${alarm.case}: ${alarm.text}` })),
    ),
    unclear: mutants.flatMap(({ id, unclear }) => unclear.map((text) => ({ mutant: id, text }))),
    unanswered: mutants
      .filter(({ state }) => state !== 'excepted')
      .flatMap(({ id, unanswered }) => unanswered.map((text) => ({ mutant: id, text }))),
    stale,
  };
}

/** 0: every mutant and every required case accounted for, no false alarm; else 1. */
export function exitCodeOf(record: Tried): 0 | 1 {
  const { survivors, idle, alarms, unclear, unanswered, stale } = findingsOf(record);
  return [survivors, idle, alarms, unclear, unanswered, stale].every(({ length }) => length === 0) ? 0 : 1;
}

export function summarize(record: Tried): SelftestSummary {
  const { mutants, cases } = record;
  const { survivors, alarms, unclear } = findingsOf(record);
  const inState = (state: MutantRecord['state']): number =>
    mutants.filter((mutant) => mutant.state === state).length;
  const required = cases.filter(({ level }) => level === 'required');
  return {
    mutants: mutants.length,
    behavioural: mutants.filter(({ family }) => family === BEHAVIOUR).length,
    killed: inState('killed'),
    excepted: inState('excepted'),
    survived: survivors.length,
    collateral: mutants.reduce((sum, { collateral }) => sum + collateral.length, 0),
    requiredCases: required.length,
    requiredKilling: required.filter(({ kills }) => kills > 0).length,
    alarms: alarms.length,
    unclear: unclear.length,
  };
}

/** Lines under one heading. */
export interface FindingList {
  title: string;
  lines: string[];
}

/** What fails the self-test, and what is allowed with its reason, for people: the same in every report. */
export function findingLines(record: Tried): FindingList[] {
  const { survivors, idle, idleExpected, alarms, unclear, unanswered, stale } = findingsOf(record);
  const lists: FindingList[] = [
    { title: 'Survivors', lines: survivors.map(({ id, state, summary }) => `${id} (${state}): ${summary}`) },
    { title: 'Required cases that nothing makes fail', lines: idle.map(({ id }) => id) },
    { title: 'Recommended cases that nothing makes fail', lines: idleExpected.map(({ id }) => id) },
    { title: 'False alarms', lines: alarms.map(({ run, text }) => `${run}: ${text}`) },
    {
      title: 'Failures without an explanation',
      lines: unclear.map(({ mutant, text }) => `${mutant}: ${text}`),
    },
    {
      title: 'Cases without a verdict that point to no failure',
      lines: unanswered.map(({ mutant, text }) => `${mutant}: ${text}`),
    },
    { title: 'Exceptions that are no longer needed', lines: stale },
    { title: 'Excepted', lines: excepted(record) },
  ];
  return lists.filter(({ lines }) => lines.length > 0);
}

function excepted({ mutants, cases, cleanRuns }: Tried): string[] {
  return [
    ...[...mutants, ...cases].flatMap(({ id, exception }) => (exception ? [`${id}: ${exception}`] : [])),
    ...cleanRuns.flatMap(({ name, excepted: alarms }) => {
      const reasons = new Set(alarms.map(({ exception }) => exception));
      return [...reasons].map((reason) => `${name}, ${count(alarms.length, 'warning')}: ${reason}`);
    }),
  ];
}

/** The self-test for a terminal: what was proven, and everything that was not. */
export function summaryText(record: SelftestRecord): string {
  const { summary: counts, cases, cleanRuns } = record;
  const idle = cases.filter(({ level, kills }) => level === 'expected' && kills === 0).length;
  return [
    `${count(counts.mutants, 'mutant')}, ${counts.behavioural} of them from named faults: ${counts.killed} killed, ${counts.excepted} excepted, ${counts.survived} survived; ${count(counts.collateral, 'collateral failure')}.`,
    ...(record.whole
      ? [
          `${count(counts.requiredCases, 'required case')}: ${counts.requiredKilling} have failed, ${counts.requiredCases - counts.requiredKilling} never; of the recommended ones ${idle} never have.`,
          `${count(cleanRuns.length, 'run')} against correct services: ${count(counts.alarms, 'false alarm')}.`,
        ]
      : []),
    ...(record.allCases ? [] : [`Each mutant met ${metBy(record)}; with --all-cases it meets every case.`]),
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

/** Exactly one of the globs is given. */
interface Exception {
  mutants?: string;
  cases?: string;
  alarms?: string;
  reason: string;
}

const FILE = 'selftest-exceptions.yaml';
const checkSchema = schemaCheck('selftest-exceptions.schema.json');

/**
 * What the self-test lets pass, with the reasons; empty if the folder has no such file.
 * @throws YamlError with every mistake of the file
 */
export async function loadExceptions(folder: string = specFolder()): Promise<Exception[]> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return [];
  const root = await readYaml(file, FILE);
  const problems = await checkSchema(root);
  if (problems.length > 0) throw new YamlError(problems);
  return (toPlain(root) as { exceptions: Exception[] }).exceptions;
}

/** Looks exceptions up and notes which ones were used. */
export class Exceptions {
  private readonly used = new Set<Exception>();

  constructor(private readonly all: readonly Exception[]) {}

  /** Why `id` may break the self-test's rule; undefined: it may not. */
  reason(kind: 'mutants' | 'cases' | 'alarms', id: string): string | undefined {
    const found = this.all.find((exception) => exception[kind] !== undefined && matches(exception[kind], id));
    if (found) this.used.add(found);
    return found?.reason;
  }

  /** Patterns that matched nothing. */
  stale(): string[] {
    return this.all
      .filter((exception) => !this.used.has(exception))
      .map(({ mutants, cases, alarms }) => mutants ?? cases ?? alarms ?? '');
  }
}
