import type { Description } from '../../description/types.js';
import { after, type Move, type Position, start, type Turn } from './moves.js';
import { WINDOW_LENGTH, windowsOf } from './windows.js';

/** Consecutive turns as text, one character each: cheap to cut, to compare and to look up. */
type Trace = string;

/**
 * Walks from the initial state that together go through every legal window of three moves, each followed by a move that
 * shows where it left the routing: after a close, only a message does. Always the same for the same description.
 * @param longest the most moves of a walk
 * @param covered windows that need not be walked any more; those that the walks go through are added
 */
export function coveringWalks(
  description: Description,
  moves: readonly Move[],
  longest: number,
  covered: Set<Trace>,
): Turn[][] {
  const map = new MoveMap(description, moves);
  const windows = windowsOf(description, moves, WINDOW_LENGTH).map((window) =>
    window.map((turn) => map.character(turn)).join(''),
  );
  const goals = new Set(windows.filter((window) => !covered.has(window)));
  const walks: Turn[][] = [];
  while (goals.size > 0) {
    const { trace } = oneWalk(map, longest, goals);
    if (trace === '') break;
    for (const window of shown(map, trace)) covered.add(window);
    walks.push(map.turns(trace));
  }
  return walks;
}

/** A walk so far. */
interface Way {
  trace: Trace;
  end: Position;
}

/** Goes to the nearest goal again and again, until none is near enough; what the walk shows is removed from the goals. */
function oneWalk(map: MoveMap, longest: number, goals: Set<Trace>): Way {
  let walk: Way = { trace: '', end: map.start };
  for (;;) {
    const way = wayToGoal(map, walk, longest, goals);
    if (way === null) return walk;
    walk = way;
    for (const window of shown(map, walk.trace)) goals.delete(window);
  }
}

/**
 * The walk with the fewest further moves that shows one more goal, preferably one that has gone through the next goal by
 * then; null: none of up to `longest` moves does.
 */
function wayToGoal(map: MoveMap, walk: Way, longest: number, goals: ReadonlySet<Trace>): Way | null {
  const seen = new Set<string>();
  let ways = [walk];
  for (let length = walk.trace.length + 1; length <= longest; length += 1) {
    const further: Way[] = [];
    const found: Way[] = [];
    for (const { trace, end } of ways) {
      for (const { character, next } of map.from(end, length)) {
        const longer = { trace: trace + character, end: next };
        const last = trace.slice(-WINDOW_LENGTH);
        if (goals.has(last) && map.shows(trace.slice(-1), character)) found.push(longer);
        const place = `${longer.trace.slice(-WINDOW_LENGTH)}${next.written}`;
        if (seen.has(place)) continue;
        seen.add(place);
        further.push(longer);
      }
    }
    const [first = null] = found;
    if (first) return found.find(({ trace }) => goals.has(trace.slice(-WINDOW_LENGTH))) ?? first;
    ways = further;
  }
  return null;
}

/** Windows of the walk whose effects its next move shows. */
function shown(map: MoveMap, trace: Trace): Trace[] {
  return Array.from({ length: Math.max(0, trace.length - WINDOW_LENGTH) }, (_, at) => at)
    .filter((at) => map.shows(trace.charAt(at + WINDOW_LENGTH - 1), trace.charAt(at + WINDOW_LENGTH)))
    .map((at) => trace.slice(at, at + WINDOW_LENGTH));
}

interface Leaving {
  character: string;
  next: Position;
}

/** Where each move leads from each position. */
class MoveMap {
  readonly start: Position;
  private readonly states: string[];
  private readonly known = new Map<string, Leaving[]>();
  private readonly messages: number;

  constructor(
    private readonly description: Description,
    private readonly moves: readonly Move[],
  ) {
    this.start = start(description);
    this.states = Object.keys(description.routing.states);
    this.messages = Math.max(1, moves.filter(({ kind }) => kind === 'message').length);
  }

  /** Stands for a state and a move, ignoring the rest of the position. The moves of smaller sets come first in larger ones. */
  character({ state, move }: Turn): string {
    return String.fromCharCode(
      FIRST + this.moves.indexOf(move) * this.states.length + this.states.indexOf(state),
    );
  }

  /** Whether the next move shows where the last one left the routing. */
  shows(last: string, next: string): boolean {
    return this.moveOf(last)?.kind !== 'close' || this.moveOf(next)?.kind === 'message';
  }

  /** Legal moves from here. Messages come last, alternating between the kinds: they are in most walks anyway. */
  from(position: Position, turn: number): readonly Leaving[] {
    const by = turn % this.messages;
    const key = `${position.state} ${position.written} ${by}`;
    const known = this.known.get(key) ?? this.leaving(position, by);
    this.known.set(key, known);
    return known;
  }

  /** The moves and positions of a walk. */
  turns(trace: Trace): Turn[] {
    let position = this.start;
    return [...trace].map((character) => {
      const turn = { ...position, move: this.moveOf(character) as Move };
      position = after(this.description, position, turn.move) ?? position;
      return turn;
    });
  }

  private leaving(position: Position, by: number): Leaving[] {
    const messages = this.moves.filter(({ kind }) => kind === 'message');
    const others = this.moves.filter(({ kind }) => kind !== 'message');
    return [...others, ...messages.slice(by), ...messages.slice(0, by)].flatMap((move) => {
      const next = after(this.description, position, move);
      const character = this.character({ ...position, move });
      return next ? [{ character, next }] : [];
    });
  }

  private moveOf(character: string): Move | undefined {
    return this.moves[Math.floor((character.charCodeAt(0) - FIRST) / this.states.length)];
  }
}

const FIRST = 'A'.charCodeAt(0);
