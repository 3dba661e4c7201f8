/**
 * How many services that are wrong after one row of moves the walks find. In virtual time; it takes minutes.
 *
 *   npx tsx scripts/walk-mutants.ts default            every row of two and three moves, by the walks of a run
 *   npx tsx scripts/walk-mutants.ts explore [SAMPLE] [DEPTHS] [WALKS] [SEED]
 *                                                      a sample of longer rows, by conform explore; and how far it shrinks
 */
import { allMoves } from '../src/cases/walks/further-moves.js';
import { type Move, movesOf, type Turn } from '../src/cases/walks/moves.js';
import {
  BEGINNING,
  conversationOf,
  isOutsideConversation,
  next,
  participantOf,
} from '../src/cases/walks/situation.js';
import { type Window, windowKey, windowsIn, windowsOf } from '../src/cases/walks/windows.js';
import { loadDescriptions } from '../src/description/load.js';
import type { Description } from '../src/description/types.js';
import { Batches } from '../src/explore/batches.js';
import { randomWalks } from '../src/explore/draw.js';
import { survey } from '../src/explore/session.js';
import type { Walk } from '../src/explore/walk.js';
import { plainName } from '../src/explore/walk-arbitrary.js';
import { makeRandom } from '../src/reference/random.js';
import type { Mutant } from '../src/selftest/mutants/mutant.js';
import { distinct, wrongAfter, wrongAfterAny } from '../src/selftest/mutants/windows.js';
import { virtualExploration } from '../test/support/engine/virtual-exploration.js';
import { onVirtualStage, virtualRun } from '../test/support/engine/virtual-run.js';

/** Walks through a row that are tried, at most: a service is right on all others. */
const MOST_TRIED = 8;
/** Mutants of a depth that are shrunk as well. */
const MOST_SHRUNK = 8;

const descriptions = await loadDescriptions();
const [mode, ...rest] = process.argv.slice(2);
if (mode === 'default') await byDefaultRun();
else if (mode === 'explore') await byExploring(rest);
else throw new Error('Expected: default, or explore.');

async function byDefaultRun(): Promise<void> {
  for (const length of [2, 3]) {
    const mutants = descriptions.flatMap((description) => wrongAfter(description, length));
    const survivors: string[] = [];
    for (const mutant of mutants) {
      const ran = await virtualRun({
        roundTripMs: 10,
        quietWindow: '1s',
        faults: [mutant.fault()],
        only: (testCase) => mutant.killedBy(testCase),
      });
      if (!ran.outcomes.some(({ verdict }) => verdict === 'fail')) survivors.push(mutant.id);
    }
    told(`rows of ${length}`, mutants.length, survivors);
  }
}

async function byExploring([
  sample = '200',
  depths = '4,5,6,7,8',
  count = '2000',
  seed = '1',
]: string[]): Promise<void> {
  const walks = drawn(Number(count), Number(seed));
  const each = Math.ceil(Number(sample) / depths.split(',').length);
  const all: string[] = [];
  let tried = 0;
  for (const depth of depths.split(',').map(Number)) {
    const mutants = sampleOf(depth, each, Number(seed));
    const survivors: string[] = [];
    const wide: string[] = [];
    for (const [at, { mutant, window }] of mutants.entries()) {
      const through = walks
        .filter((walk) => walk.version === mutant.version && goesThrough(walk, window))
        .slice(0, MOST_TRIED);
      const killer = through.length === 0 ? null : await killerOf(mutant, through);
      if (killer === null) survivors.push(`${mutant.id} (${through.length} walks)`);
      else if (at < MOST_SHRUNK && (await shrunk(mutant, killer)) > shortestTo(mutant, window) + 1)
        wide.push(mutant.id);
    }
    told(`rows of ${depth}`, mutants.length, survivors);
    process.stdout.write(
      `  of the first ${MOST_SHRUNK}, shrunk to more than the shortest way through the row and one move: ${wide.length}\n`,
    );
    all.push(...survivors);
    tried += mutants.length;
  }
  told('all', tried, all);
}

/** The first of the walks that fails; null: none does. */
async function killerOf(mutant: Mutant, walks: readonly Walk[]): Promise<Walk | null> {
  const { result } = await onVirtualStage(
    { roundTripMs: 10, quietWindow: '1s', faults: [mutant.fault()] },
    async ({ mailbox, ...parts }) => {
      const { walkContext } = await survey({ ...parts, paceMs: 0, forget: () => mailbox.forget() });
      const { walked } = await new Batches(walkContext).run(walks);
      return walked.find(({ outcome }) => outcome.verdict === 'fail')?.walk ?? null;
    },
  );
  return result;
}

/** Moves of the simplest walk that a failing one shrinks to. */
async function shrunk(mutant: Mutant, walk: Walk): Promise<number> {
  const { found } = await virtualExploration({ faults: [mutant.fault()], course: () => [[walk]] });
  return Math.min(...found.map(({ walk: { moves } }) => moves.length));
}

function told(what: string, tried: number, survivors: readonly string[]): void {
  const killed = tried - survivors.length;
  process.stdout.write(`${what}: ${killed} of ${tried} killed (${((100 * killed) / tried).toFixed(1)} %)\n`);
  for (const survivor of survivors.slice(0, 30)) process.stdout.write(`  survived: ${survivor}\n`);
}

function drawn(count: number, seed: number): Walk[] {
  const playgrounds = descriptions.map((description) => ({ description, moves: allMoves(description) }));
  const walks: Walk[] = [];
  for (const batch of randomWalks(playgrounds, { seed, length: 16, atOnce: 200 })) {
    walks.push(...batch);
    if (walks.length >= count) break;
  }
  return walks.slice(0, count);
}

interface Sampled {
  mutant: Mutant;
  window: Window;
}

function sampleOf(depth: number, count: number, seed: number): Sampled[] {
  const random = makeRandom(seed + depth);
  const rows = descriptions.map((description) => ({
    description,
    windows: distinct(windowsOf(description, movesOf(description), depth)),
  }));
  return Array.from({ length: count }, (_, at): Sampled => {
    const { description, windows } = rows[at % rows.length] as (typeof rows)[number];
    for (;;) {
      const window = windows[numberFrom(random.hex(8), windows.length)] as Window;
      const mutants = wrongAfterAny(description, [window]);
      const mutant = mutants[numberFrom(random.hex(8), mutants.length)];
      if (mutant) return { mutant, window };
    }
  });
}

function numberFrom(hex: string, below: number): number {
  return Number.parseInt(hex.slice(0, 8), 16) % Math.max(1, below);
}

/** Whether a conversation of the walk goes through the row, as the service sees it. */
function goesThrough({ version, moves }: Walk, window: Window): boolean {
  const description = descriptions.find((each) => each.version === version) as Description;
  const key = windowKey(window);
  return conversations(description, moves).some((turns) =>
    windowsIn(turns as Turn[], window.length).some((each) => windowKey(each) === key),
  );
}

function conversations(
  description: Description,
  moves: readonly Move[],
): { state: string; move: { name: string } }[][] {
  const turns = new Map<string, { state: string; move: { name: string } }[]>();
  let situation = BEGINNING;
  for (const move of moves) {
    if (!isOutsideConversation(move) && move.kind !== 'refused') {
      const participant = participantOf(move);
      const { state } = conversationOf(description, situation, participant);
      turns.set(participant.name, [
        ...(turns.get(participant.name) ?? []),
        { state, move: { name: plainName(move) } },
      ]);
    }
    situation = next(description, situation, move) ?? situation;
  }
  return [...turns.values()];
}

/** Moves of the shortest way from the beginning through the row. */
function shortestTo({ version }: Mutant, window: Window): number {
  const description = descriptions.find((each) => each.version === version) as Description;
  const moves = movesOf(description);
  const key = windowKey(window);
  let rows: Move[][] = [[]];
  for (let lead = 0; lead <= 6; lead += 1) {
    const whole = rows.find((row) => {
      const all = [...row, ...window.map(({ move }) => move)];
      return (
        conversations(description, all).some((turns) => windowKey(turns.slice(-window.length)) === key) &&
        isLegal(description, all)
      );
    });
    if (whole) return whole.length + window.length;
    rows = rows.flatMap((row) =>
      moves.filter((move) => isLegal(description, [...row, move])).map((move) => [...row, move]),
    );
  }
  return Number.POSITIVE_INFINITY;
}

function isLegal(description: Description, moves: readonly Move[]): boolean {
  let situation = BEGINNING;
  return moves.every((move) => {
    const reached = next(description, situation, move);
    if (reached) situation = reached;
    return reached !== null;
  });
}
