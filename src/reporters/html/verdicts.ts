import type { RunRecord } from '../../record/types.js';
import { statementsWithDefects } from '../defects/defects.js';

/** What became of the statements of a version. */
export interface VersionVerdict {
  version: string;
  proven: number;
  /** With a defect that is told under them. */
  violated: number;
  /** Violated as well, by cases whose defect is told under another statement. */
  affected: number;
  unproven: number;
  /** Nothing can test them. */
  untestable: number;
}

/** Statements proven, violated and not proven, by version. */
export function versionVerdicts(record: RunRecord): VersionVerdict[] {
  const { statements, target } = record;
  const told = statementsWithDefects(record);
  return target.versions.map((version) => {
    const own = statements.flatMap(({ verdicts }) => verdicts[version] ?? []);
    const failed = statements.filter(({ verdicts }) => verdicts[version] === 'fail');
    const violated = failed.filter(({ id }) => told.get(version)?.has(id)).length;
    const number = (...wanted: string[]) => own.filter((verdict) => wanted.includes(verdict)).length;
    return {
      version,
      proven: number('pass'),
      violated,
      affected: failed.length - violated,
      unproven: number('inconclusive', 'skipped', 'error'),
      untestable: number('untested'),
    };
  });
}

/** The verdict of one version, in a few words. */
export function inWords({ violated, affected, unproven }: VersionVerdict): { words: string; tone: string } {
  if (violated + affected > 0) return { words: 'violated', tone: 'failed' };
  return unproven > 0
    ? { words: 'no violation, not all proven', tone: 'inconclusive' }
    : { words: 'conformant', tone: 'passed' };
}
