import type { Move } from '../cases/walks/moves.js';
import type { Batches, Walked } from './batches.js';
import { compareWalks } from './simpler.js';
import { idOf, type Walk } from './walk.js';

/** A failing walk that is made simpler as long as it fails in the same way. */
export interface Shrinking {
  /** The walk that failed first. */
  found: Walked;
  /** The simplest one so far. */
  best: Walked;
}

/** Draws simpler walks. */
export type Simpler = (walk: Walk) => Iterable<Walk>;

/** Candidates of one walk that are tried side by side. */
const MOST_CANDIDATES = 300;

/**
 * Makes failing walks simpler. All candidates of a level, of all walks, go side by side; the simplest one that fails in
 * the same way is where the next level begins, until none does.
 */
export async function shrinkAll(
  failed: readonly Walked[],
  { batches, simpler, moves, signal, onLevel }: ShrinkOptions,
): Promise<Shrinking[]> {
  const all = failed.map((found): Shrinking => ({ found, best: found }));
  const tried = new Set<string>();
  for (let active = all; active.length > 0 && !signal.aborted; ) {
    const candidates = new Map<string, Walk>();
    const own = active.map(({ best }) =>
      firstOf(
        simpler(best.walk),
        MOST_CANDIDATES,
        (walk) => !tried.has(`${signatureOf(best)} ${idOf(walk)}`),
      ),
    );
    for (const walk of own.flat()) candidates.set(idOf(walk), walk);
    if (candidates.size === 0) break;
    const { walked } = await batches.run([...candidates.values()], { hurried: true });
    const byId = new Map(walked.map((walked) => [idOf(walked.walk), walked]));
    active = active.filter((shrinking, at) => {
      const signature = signatureOf(shrinking.best);
      const mine = (own[at] ?? []).flatMap((walk) => byId.get(idOf(walk)) ?? []);
      for (const { walk } of mine) tried.add(`${signature} ${idOf(walk)}`);
      const failing = mine.filter(
        (walked) => walked.outcome.verdict === 'fail' && signatureOf(walked) === signature,
      );
      const [simplest] = failing.sort((a, b) =>
        compareWalks(moves(a.walk.version), a.walk.moves, b.walk.moves),
      );
      if (simplest) shrinking.best = simplest;
      return simplest !== undefined;
    });
    onLevel(all);
  }
  return all;
}

export interface ShrinkOptions {
  batches: Batches;
  simpler: Simpler;
  /** All moves of a version: those that come first are simpler. */
  moves: (version: string) => readonly Move[];
  signal: AbortSignal;
  /** Called after each level. */
  onLevel: (all: readonly Shrinking[]) => void;
}

/** What failures have in common that one defect is likely to cause: version, finding, and what was due. */
export function signatureOf(walked: Walked): string {
  return `${walked.walk.version} ${kindOf(walked)}`;
}

/** The same, whatever the version. */
export function kindOf({ outcome: { reason, duty } }: Walked): string {
  return `${reason?.code} ${duty?.kind ?? ''}`;
}

function firstOf<T>(all: Iterable<T>, most: number, isWanted: (item: T) => boolean): T[] {
  const found: T[] = [];
  for (const item of all) {
    if (!isWanted(item)) continue;
    found.push(item);
    if (found.length === most) break;
  }
  return found;
}
