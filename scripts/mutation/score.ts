import type { Explained } from './explained.js';
import { isNoticed, type Report, type Survivor, survivorsOf } from './report.js';

/** What became of the changes of one part. */
export interface Score {
  path: string;
  /** Changes that some test noticed. */
  noticed: number;
  /** Those that none did, with a reason. */
  explained: number;
  unexplained: Survivor[];
  /** Explanations of changes that are noticed, or that nobody makes any more. */
  stale: Pick<Survivor, 'file' | 'change'>[];
}

export function scoreOf(path: string, report: Report, explained: Explained): Score {
  const survivors = survivorsOf(report);
  const unexplained = survivors.filter((survivor) => !explained.has(survivor));
  return {
    path,
    noticed: Object.values(report.files).flatMap(({ mutants }) => mutants.filter(isNoticed)).length,
    explained: survivors.length - unexplained.length,
    unexplained,
    stale: explained.stale(Object.keys(report.files), survivors),
  };
}

/** What stands without a reason, part by part, then a line for each, and one for all. */
export function told(scores: readonly Score[]): string {
  const sum = (of: (score: Score) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const open = scores.flatMap(({ unexplained, stale }) => [
    ...unexplained.map(({ file, line, change }) => `not explained: ${file}:${line} ${change}\n`),
    ...stale.map(({ file, change }) => `explained for nothing: ${file} ${change}\n`),
  ]);
  const lines = scores.map(({ path, noticed, explained, unexplained }) =>
    line(path, noticed, explained, unexplained.length),
  );
  const all = line(
    'all',
    sum(({ noticed }) => noticed),
    sum(({ explained }) => explained),
    sum(({ unexplained }) => unexplained.length),
  );
  return [...open, ...lines, all].join('');
}

function line(what: string, noticed: number, explained: number, unexplained: number): string {
  const total = noticed + explained + unexplained;
  const percent = total === 0 ? '–' : `${((100 * noticed) / total).toFixed(1)} %`;
  return `${what}: ${percent} of ${total} changes are noticed, ${explained} are explained, ${unexplained} are not\n`;
}
