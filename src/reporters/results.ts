import { duration } from '../duration.js';
import { count } from '../phrases.js';
import type { CaseResult } from '../record/case-results.js';
import type { CaseRecord, RunRecord, StatementRecord } from '../record/types.js';

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

/** "3 failed", "1 warning", "2 errors". */
export function tallied(number: number, kind: CaseResult): string {
  return kind === 'warning' || kind === 'error' ? count(number, kind) : `${number} ${kind}`;
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
export function footnotes(record: RunRecord): string[] {
  const { interference, idleDriver, sameContactPoint, actions = [], target } = record;
  const movedMs = actions.reduce((sum, { moved }) => sum + (moved?.seconds ?? 0) * 1000, 0);
  const clock = `The run moved the service's clock ${duration(movedMs)} ahead.`;
  const isLeft = movedMs > 0 && !target.bundled;
  return [interference, idleDriver, sameContactPoint, isLeft ? clock : undefined].filter(
    (text) => text !== undefined,
  );
}

/** How a page about a run looks. */
export function toneOf(verdict: RunRecord['verdict'] | undefined): 'good' | 'bad' | 'open' {
  if (verdict === 'conformant') return 'good';
  return verdict === 'not-conformant' ? 'bad' : 'open';
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
