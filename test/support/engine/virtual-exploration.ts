import { randomWalks, type VersionMoves } from '../../../src/explore/draw.js';
import { type Exploration, explore } from '../../../src/explore/explore.js';
import { survey } from '../../../src/explore/session.js';
import type { Walk } from '../../../src/explore/walk.js';
import { onVirtualStage, type VirtualRunOptions } from './virtual-run.js';

export interface VirtualExplorationOptions
  extends Pick<
    VirtualRunOptions,
    'faults' | 'dialect' | 'operator' | 'capabilities' | 'settings' | 'signal' | 'keeps'
  > {
  /** Default 100. */
  walks?: number;
  /** Default 16. */
  length?: number;
  /** Default 1. */
  seed?: number;
  /** Two moves at once in each walk. */
  concurrent?: boolean;
  /** In place of random walks. */
  course?: (versionMoves: readonly VersionMoves[]) => Iterable<Walk[]>;
}

/** For tests: explores the reference service in virtual time. */
export async function virtualExploration(
  options: VirtualExplorationOptions,
): Promise<Exploration & { notes: string[] }> {
  const { walks = 100, length = 16, seed = 1, concurrent = false, course, ...stage } = options;
  const { result } = await onVirtualStage(
    { roundTripMs: 10, quietWindow: '1s', ...stage },
    async ({ mailbox, ...parts }) => {
      const { walkContext, versionMoves, notes } = await survey({
        ...parts,
        paceMs: 0,
        forget: () => mailbox.forget(),
      });
      const exploration = await explore({
        walkContext,
        versionMoves,
        walks:
          course?.(versionMoves) ??
          atMost(walks, randomWalks(versionMoves, { seed, length, concurrent, atOnce: 200 })),
        goesOn: () => true,
        onProgress: () => undefined,
      });
      return { ...exploration, notes };
    },
  );
  return result;
}

function* atMost(count: number, batches: Iterable<Walk[]>): Generator<Walk[], void> {
  let left = count;
  for (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
