import { duration } from '../duration.js';
import { REASON_PREFIXES, reasonEntry } from '../reasons.js';
import type { CaseRecord, Level, RunRecord, StatementRecord } from '../record/types.js';

/** What became of a case, for people: its verdict, with violations distinguished by whether they fail the run. */
export type CaseResult =
  | 'failed'
  | 'error'
  | 'inconclusive'
  | 'warning'
  | 'accepted'
  | 'skipped'
  | 'observed'
  | 'passed';

/** All of them, the gravest first. */
export const CASE_RESULTS: readonly CaseResult[] = [
  'failed',
  'error',
  'inconclusive',
  'warning',
  'accepted',
  'skipped',
  'observed',
  'passed',
];

/** What only observes proves nothing. A violation below the run's fail level is a warning; one that the baseline accepts is accepted. */
export function resultOf(
  testCase: Pick<CaseRecord, 'verdict' | 'level' | 'accepted'>,
  failLevel: Level,
): CaseResult {
  if (testCase.verdict === 'pass') return testCase.level === 'observed' ? 'observed' : 'passed';
  if (testCase.verdict !== 'fail') return testCase.verdict;
  if (testCase.accepted) return 'accepted';
  return RANK[testCase.level] >= RANK[failLevel] ? 'failed' : 'warning';
}

/**
 * Whether nothing of the case happened. What it would have done is left to `conform explain`: of a run that was
 * interrupted at once, the steps of thousands of cases made a page of megabytes.
 */
export function neverBegan({ verdict, exchanges, events, readings = [] }: CaseRecord): boolean {
  return verdict === 'skipped' && exchanges.length + events.length + readings.length === 0;
}

/** Whether the run did not come to its end, so that its cases alone say too little. */
export function isCutShort({ verdict }: Pick<RunRecord, 'verdict'>): boolean {
  return verdict === 'interrupted' || verdict === 'no-verdict';
}

/** Number of cases of each result. */
export function countResults({ cases, failLevel }: Counted): Record<CaseResult, number> {
  const counts = {
    failed: 0,
    error: 0,
    inconclusive: 0,
    warning: 0,
    accepted: 0,
    skipped: 0,
    observed: 0,
    passed: 0,
  };
  for (const testCase of cases) counts[resultOf(testCase, failLevel)] += 1;
  return counts;
}

interface Counted {
  cases: readonly CaseRecord[];
  failLevel: RunRecord['failLevel'];
}

const RANK: Record<Level, number> = { required: 2, expected: 1, observed: 0 };

/** Entries of a baseline that accept nothing any more: they are out of date, which fails the run. */
export function staleEntries(baseline: readonly BaselineLine[]): BaselineLine[] {
  return baseline.filter(({ state }) => state !== 'accepted');
}

type BaselineLine = RunRecord['baseline'][number];

/** "1 case", "3 cases". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** "3 failed", "1 warning", "2 errors". */
export function tallied(number: number, kind: CaseResult): string {
  return kind === 'warning' || kind === 'error' ? count(number, kind) : `${number} ${kind}`;
}

/** The name of a level for people: "expected" would read like the heading beside "received". */
export function levelName(level: Level): string {
  return level === 'expected' ? 'recommended' : level;
}

/** "§3" for a section of the interface document. */
export function section(statement: Pick<StatementRecord, 'section'>): string {
  return `§${statement.section}`;
}

/** Start of the run in UTC to the second: "2025-01-31 09:30:05 UTC". */
export function moment(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Remarks beside the verdict that are not part of it. */
export function footnotes({ interference, idleDriver, actions = [], target }: RunRecord): string[] {
  const movedMs = actions.reduce((sum, { moved }) => sum + (moved?.seconds ?? 0) * 1000, 0);
  const clock = `The run moved the service's clock ${duration(movedMs)} ahead.`;
  const isLeft = movedMs > 0 && !target.bundled;
  return [interference, idleDriver, isLeft ? clock : undefined].filter((text) => text !== undefined);
}

/** How a page about a run looks. */
export function toneOf(verdict: RunRecord['verdict'] | undefined): 'good' | 'bad' | 'open' {
  if (verdict === 'conformant') return 'good';
  return verdict === 'not-conformant' ? 'bad' : 'open';
}

/** What was checked, in a sentence. */
export function targetName({ bundled, baseUrl }: Pick<RunRecord['target'], 'bundled' | 'baseUrl'>): string {
  return bundled ? 'the bundled reference service' : baseUrl;
}

/** The run's verdict in two or three words. */
export function headline({ verdict, summary }: Pick<RunRecord, 'verdict' | 'summary'>): string {
  // This is how records of older versions describe a run that fails only by its list of known failures.
  if (verdict === 'not-conformant' && summary.fail === 0) return 'Baseline out of date';
  return {
    conformant: 'Conformant',
    'not-conformant': 'Not conformant',
    'not-proven': 'Not proven',
    'no-verdict': 'No verdict',
    error: 'Checker error',
    interrupted: 'Interrupted',
  }[verdict];
}

/** The verdict sentence in two: the verdict itself or the diagnosis, and what is added to it (which may be empty). */
export function verdictParts({
  sentence,
  sentences = [sentence],
}: Pick<RunRecord, 'sentence' | 'sentences'>): [first: string, rest: string] {
  const [first = '', ...rest] = sentences;
  return [first, rest.join(' ')];
}

/** How many of the legal three-move sequences were walked without a failure, as a clause; null: none. */
export function windowWords({ machines }: Pick<RunRecord, 'machines'>): string | null {
  const windows = machines.flatMap((machine) => machine.windows ?? []);
  const legal = windows.reduce((sum, each) => sum + each.legal, 0);
  const walked = windows.reduce((sum, each) => sum + each.walked, 0);
  if (walked === 0) return null;
  return walked === legal
    ? `all ${legal} three-move sequences walked`
    : `${walked} of ${legal} three-move sequences walked`;
}

/** A case's id without its version. */
export function shortId(testCase: Pick<CaseRecord, 'id' | 'version'>): string {
  return testCase.id.startsWith(`${testCase.version}/`)
    ? testCase.id.slice(testCase.version.length + 1)
    : testCase.id;
}

/**
 * A stable reason code in words, as a clause that can stand alone; for places where the reason's own text is too long. An
 * unknown code is shown as it is.
 */
export function reasonWords(code: string): string {
  const [before, rest] = partsOf(code);
  return before === null ? (reasonEntry(code)?.words ?? code) : `${before}: ${reasonWords(rest)}`;
}

/** The same, for counting: what failed before the verdict counts as one reason, whatever it was. */
export function broadReasonWords(code: string): string {
  return partsOf(code)[0] ?? reasonWords(code);
}

function partsOf(code: string): [string | null, string] {
  const [prefix, words] = Object.entries(REASON_PREFIXES).find(([each]) => code.startsWith(each)) ?? [
    '',
    null,
  ];
  return [words, code.slice(prefix.length)];
}
