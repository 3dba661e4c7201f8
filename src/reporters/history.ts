import { difference } from '../record/difference.js';
import type { RunRecord, Verdict } from '../record/types.js';
import { type CaseResult, countResults } from './case-result.js';
import { changesOf } from './changes.js';

/** Runs of one folder, newest first. */
export interface History {
  runs: (ListedRun | UnreadableRun)[];
  /** Older runs that are there and not listed. */
  more: number;
}

/** What a list of runs tells of one. */
export interface ListedRun {
  /** Its folder. */
  name: string;
  run: Pick<
    RunRecord,
    'target' | 'startedAt' | 'durationMs' | 'verdict' | 'sentence' | 'sentences' | 'summary'
  >;
  counts: Record<CaseResult, number>;
  statements: StatementOutcome[];
  /** Path of its report from the list, with `/`; null where there is none. */
  report: string | null;
  /** Null: it is the oldest one. */
  difference: ChangeCounts | null;
}

/** What became of a statement in a run, the worst of its versions. */
export interface StatementOutcome {
  id: string;
  section: string;
  text: string;
  verdict: Verdict | 'untested';
}

/** A folder whose record says nothing. */
export interface UnreadableRun {
  name: string;
  why: string;
}

/** What changed since the readable run before. */
export interface ChangeCounts {
  /** Folder of the run before. */
  since: string;
  /** Path of the comparison from the list. */
  page: string;
  sameTarget: boolean;
  worse: number;
  repaired: number;
  /** Cases of one of the two only. */
  lone: number;
  /** Every other difference. */
  other: number;
}

/** What the list needs to know of a run, so that the record itself need not be kept. */
export function listed(name: string, record: RunRecord): Omit<ListedRun, 'report' | 'difference'> {
  const { target, startedAt, durationMs, verdict, sentence, sentences, summary } = record;
  const run = { target, startedAt, durationMs, verdict, sentence, ...(sentences && { sentences }), summary };
  const statements = record.statements.map(({ id, section, text, verdicts }): StatementOutcome => {
    const own = Object.values(verdicts);
    return { id, section, text, verdict: WORST.find((verdict) => own.includes(verdict)) ?? 'untested' };
  });
  return { name, run, counts: countResults(record), statements };
}

const WORST = ['fail', 'error', 'inconclusive', 'skipped', 'pass'] as const;

/** Counts what changed from one run to the next. The bundled service is one target, whatever its port. */
export function changeCounts(
  before: { name: string; record: RunRecord },
  record: RunRecord,
  page: string,
): ChangeCounts {
  const found = difference([before.record, record]);
  const { worse, repaired, other } = changesOf(found);
  const [a, b] = [before.record.target, record.target];
  return {
    since: before.name,
    page,
    sameTarget: a.bundled ? b.bundled : a.baseUrl === b.baseUrl,
    worse: worse.length,
    repaired: repaired.length,
    lone: found.vanished.length + found.added.length,
    other: other.length,
  };
}
