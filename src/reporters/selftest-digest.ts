import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { groupBy } from '../group-by.js';
import type { SelftestRecord } from '../record/selftest.js';

/** What the report of a run says about the self-test: how far the checks have been proven able to fail. */
export interface SelftestDigest {
  startedAt: string;
  version: string;
  /** All mutants ran, so cases that kill nothing are known. */
  whole: boolean;
  killed: number;
  mutants: number;
  excepted: number;
  alarms: number;
  cleanRuns: number;
  /** What was broken, by kind. */
  areas: { name: string; mutants: number; killed: number; excepted: number; survived: number }[];
  survivors: { id: string; summary: string }[];
  /** Cases that no mutant makes fail, with the reason where there is one. */
  idle: { id: string; reason: string | null }[];
  /** The whole matrix, beside the report; null: it is not there. */
  page: string | null;
}

const RECORD = 'selftest.json';
const PAGE = 'selftest.html';

/** The self-test whose record is in a folder of reports; null if there is none that can be read. */
export async function selftestIn(folder: string): Promise<SelftestDigest | null> {
  if (!(await exists(join(folder, RECORD)))) return null;
  // Loaded only if there is something to read: its schema takes time that most runs need not spend.
  const { readSelftest } = await import('../record/read-record.js');
  const record = await readSelftest(join(folder, RECORD)).catch(() => null);
  return record && digestOf(record, (await exists(join(folder, PAGE))) ? PAGE : null);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Counts the self-test by what its mutants break. */
export function digestOf(record: SelftestRecord, page: string | null): SelftestDigest {
  const { tool, startedAt, whole, mutants, cases, cleanRuns } = record;
  const number = (all: SelftestRecord['mutants'], ...states: string[]) =>
    all.filter(({ state }) => states.includes(state)).length;
  const areas = groupBy(mutants, ({ family }) => family.split(':')[0] ?? family);
  return {
    startedAt,
    version: tool.version,
    whole,
    mutants: mutants.length,
    killed: number(mutants, 'killed'),
    excepted: number(mutants, 'excepted'),
    alarms: cleanRuns.reduce((sum, { alarms }) => sum + alarms.length, 0),
    cleanRuns: cleanRuns.length,
    areas: [...areas].map(([name, own]) => ({
      name,
      mutants: own.length,
      killed: number(own, 'killed'),
      excepted: number(own, 'excepted'),
      survived: number(own, 'survived', 'stopped'),
    })),
    survivors: mutants
      .filter(({ state }) => state === 'survived' || state === 'stopped')
      .map(({ id, summary }) => ({ id, summary })),
    idle: whole
      ? cases
          .filter(({ kills }) => kills === 0)
          .map(({ id, exception }) => ({ id, reason: exception ?? null }))
      : [],
    page,
  };
}
