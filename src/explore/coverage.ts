import { isOfOtherVersion } from '../cases/walks/situation.js';
import { WindowCoverage } from '../cases/walks/windows.js';
import type { Description } from '../description/types.js';
import type { Walk } from './walk.js';

/** Which of the legal rows of three usual moves the walks went through, of all versions. */
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

  /** What a walk across versions goes through depends on what these share. */
  note({ version, moves, pairAt = moves.length }: Walk): void {
    if (moves.some(isOfOtherVersion)) return;
    this.of(version)?.note(moves.slice(0, pairAt));
  }

  private sum(of: (coverage: WindowCoverage) => number): number {
    return [...this.byVersion.values()].reduce((sum, coverage) => sum + of(coverage), 0);
  }
}
