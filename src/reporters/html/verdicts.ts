import type { RunRecord } from '../../record/types.js';

/** What became of the statements of a version. */
export interface VersionVerdict {
  version: string;
  proven: number;
  violated: number;
  unproven: number;
  /** Nothing can test them. */
  untestable: number;
}

/** Statements proven, violated and not proven, by version. */
export function versionVerdicts({ statements, target }: RunRecord): VersionVerdict[] {
  return target.versions.map((version) => {
    const own = statements.flatMap(({ verdicts }) => verdicts[version] ?? []);
    const number = (...wanted: string[]) => own.filter((verdict) => wanted.includes(verdict)).length;
    return {
      version,
      proven: number('pass'),
      violated: number('fail'),
      unproven: number('inconclusive', 'skipped', 'error'),
      untestable: number('untested'),
    };
  });
}

/** The verdict of one version, in a few words. */
export function inWords({ violated, unproven }: VersionVerdict): { words: string; tone: string } {
  if (violated > 0) return { words: 'violated', tone: 'failed' };
  return unproven > 0
    ? { words: 'no violation, not all proven', tone: 'inconclusive' }
    : { words: 'conformant', tone: 'passed' };
}
