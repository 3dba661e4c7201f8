import { hasValue, type Move } from '../cases/walks/moves.js';
import { isOutsideConversation, legalPart, participantOf } from '../cases/walks/situation.js';
import { traceOf } from '../cases/walks/walk.js';
import type { Description } from '../description/types.js';
import type { Batches, Walked } from './batches.js';
import { idOf, type Walk } from './walk.js';

/** A failing walk that is simplified as long as it fails in the same way. */
export interface Shrinking {
  /** The walk that failed first. */
  found: Walked;
  /** The simplest one so far. */
  best: Walked;
}

/** Draws simpler walks. */
export type Simpler = (walk: Walk) => Iterable<Walk>;

/** How many candidates of one walk are tried side by side. */
const MOST_CANDIDATES = 300;

/**
 * Simplifies failing walks. All candidates of a level, of all walks, run side by side; the simplest one that fails in the
 * same way is where the next level begins, until none does.
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

/** Every part of a walk this short is tried. */
const SHORT = 8;

/**
 * Walks that are simpler, the simplest first: with moves left out (as well as those that are not legal without them), or
 * with a move replaced by one that comes earlier in the list of all.
 */
export function simplerWalks(
  description: Description,
  all: readonly Move[],
  moves: readonly Move[],
): Move[][] {
  const own = traceOf(moves);
  const parts = moves.length <= SHORT ? allParts(moves) : withoutRows(moves);
  const candidates = [
    ...parts,
    ...withoutParties(moves),
    asFirst(all, moves),
    ...withSimplerMoves(all, moves),
  ].map((each) => legalPart(description, each));
  const distinct = new Map(candidates.map((each) => [traceOf(each), each]));
  distinct.delete(own);
  distinct.delete('');
  return [...distinct.values()]
    .filter((each) => compareWalks(all, each, moves) < 0)
    .sort((a, b) => compareWalks(all, a, b));
}

/** Negative if `a` is the simpler one: it has fewer moves, or earlier ones. */
export function compareWalks(all: readonly Move[], a: readonly Move[], b: readonly Move[]): number {
  const names = all.map(({ name }) => name);
  const rank = (moves: readonly Move[]): number =>
    moves.reduce((sum, { name }) => sum + names.indexOf(name), 0);
  return a.length - b.length || rank(a) - rank(b) || (traceOf(a) < traceOf(b) ? -1 : 1);
}

function allParts(moves: readonly Move[]): Move[][] {
  return Array.from({ length: 2 ** moves.length }, (_, bits) =>
    moves.filter((_move, at) => (bits >> at) & 1),
  );
}

function withoutRows(moves: readonly Move[]): Move[][] {
  return moves.flatMap((_, from) =>
    moves.slice(from).map((_move, more) => [...moves.slice(0, from), ...moves.slice(from + more + 1)]),
  );
}

function withoutParties(moves: readonly Move[]): Move[][] {
  const participants = new Set(
    moves.map((move) => (isOutsideConversation(move) ? null : participantOf(move))),
  );
  return [...participants].map((participant) =>
    moves.filter((move) => (isOutsideConversation(move) ? null : participantOf(move)) !== participant),
  );
}

/** Another participant's moves, made by the first participant instead, in the same order. */
function asFirst(all: readonly Move[], moves: readonly Move[]): Move[] {
  return moves.map((move) => {
    if (isOutsideConversation(move)) return move;
    const name = move.name.slice(participantOf(move).name.length);
    return all.find((move) => move.name === name) ?? move;
  });
}

function withSimplerMoves(all: readonly Move[], moves: readonly Move[]): Move[][] {
  return moves.flatMap((move, at) =>
    all
      .slice(
        0,
        all.findIndex(({ name }) => name === move.name),
      )
      .filter((simpler) => simpler.kind === move.kind && !hasValue(simpler))
      .map((simpler) => [...moves.slice(0, at), simpler, ...moves.slice(at + 1)]),
  );
}
