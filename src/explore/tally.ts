import { STATE_ACROSS_VERSIONS } from '../cases/concurrency/conversation.js';
import { isOfOtherVersion } from '../cases/walks/situation.js';
import { WindowCoverage } from '../cases/walks/windows.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { count } from '../phrases.js';
import type { Observation } from '../record/types.js';
import type { Walk } from './walk.js';

/** Which of the legal sequences of three usual moves the walks covered, for all versions. */
export class Coverage {
  private readonly byVersion: ReadonlyMap<string, WindowCoverage>;

  constructor(descriptions: readonly Description[]) {
    this.byVersion = new Map(
      descriptions.map((description) => [description.version, new WindowCoverage(description)]),
    );
  }

  get legal(): number {
    return this.sum(({ covered }) => covered.legal);
  }

  get covered(): number {
    return this.sum(({ covered }) => covered.walked);
  }

  of(version: string): WindowCoverage | undefined {
    return this.byVersion.get(version);
  }

  /** What a walk across versions covers depends on what the versions share. */
  note({ version, moves, pairAt = moves.length }: Walk): void {
    if (moves.some(isOfOtherVersion)) return;
    this.of(version)?.note(moves.slice(0, pairAt));
  }

  private sum(of: (coverage: WindowCoverage) => number): number {
    return [...this.byVersion.values()].reduce((sum, coverage) => sum + of(coverage), 0);
  }
}

/** What walks across versions have shown about whether these share a user's state. */
export class VersionReadings {
  /** By version and reading: how many walks only this reading explains. */
  private readonly walks = new Map<string, Map<string, number>>();

  note({ case: { version }, observations }: Pick<CaseOutcome, 'case' | 'observations'>): void {
    for (const { gap, value } of observations) {
      if (gap !== STATE_ACROSS_VERSIONS) continue;
      const readings = this.walks.get(version) ?? new Map<string, number>();
      readings.set(value, (readings.get(value) ?? 0) + 1);
      this.walks.set(version, readings);
    }
  }

  /** One line per version, which says so if a target mixes readings. */
  get observations(): Observation[] {
    return [...this.walks].map(([version, readings]) => {
      const answers = [...readings].map(([value, walks]) => `${value}, by ${count(walks, 'walk')}`);
      const value = answers.length > 1 ? `both readings: ${answers.join('; ')}` : (answers[0] ?? '');
      return { gap: STATE_ACROSS_VERSIONS, version, value, cases: [] };
    });
  }
}
