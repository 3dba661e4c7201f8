import type { Description } from '../../description/types.js';
import { after, FIRST, type Move, movesOf, type Position, start, type Turn, triggerOf } from './moves.js';
import { isOutsideConversation, participantOf } from './situation.js';
import { BETWEEN } from './walk.js';

/** Consecutive moves, each with the state in which it is made. */
export type Window = readonly Turn[];

/** What names a turn. */
export interface NamedTurn {
  state: string;
  move: { name: string };
}

/** Names a window: the state in which it begins, and its moves. */
export function windowKey(window: readonly NamedTurn[]): string {
  return `${window[0]?.state}: ${window.map(({ move }) => move.name).join(' ')}`;
}

/** Every legal sequence of `length` moves, from every position. */
export function windowsOf(description: Description, moves: readonly Move[], length: number): Window[] {
  const from = (position: Position, left: number): Window[] => {
    if (left === 0) return [[]];
    return moves.flatMap((move) => {
      const next = after(description, position, move);
      return next === null ? [] : from(next, left - 1).map((rest) => [{ ...position, move }, ...rest]);
    });
  };
  const positions = Object.keys(description.routing.states).flatMap((state) =>
    [false, true].map((written): Position => ({ state, written })),
  );
  return positions.flatMap((position) => from(position, length));
}

/** The windows of `length` moves that a sequence of turns goes through, in order. */
export function windowsIn(turns: readonly Turn[], length: number): Window[] {
  const count = Math.max(0, turns.length - length + 1);
  return Array.from({ length: count }, (_, at) => turns.slice(at, at + length));
}

/** How many consecutive moves are looked at together. */
export const WINDOW_LENGTH = 3;

/** How many of the legal windows were walked. */
interface Covered {
  walked: number;
  legal: number;
}

/** Which of the legal windows of three usual moves of a version were walked. */
export class WindowCoverage {
  /** Transitions that each legal window passes, by its key. */
  private readonly known: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly walked = new Set<string>();
  private readonly usual: ReadonlyMap<string, Move>;

  constructor(private readonly description: Description) {
    const usual = movesOf(description);
    this.usual = new Map(usual.map((move) => [move.name, move]));
    this.known = new Map(
      windowsOf(description, usual, WINDOW_LENGTH).map((window) => [
        windowKey(window),
        this.passedBy(window),
      ]),
    );
  }

  get covered(): Covered {
    return { walked: this.walked.size, legal: this.known.size };
  }

  /** The same for the windows that contain a transition of the routing. */
  through(transition: string): Covered {
    const own = [...this.known].flatMap(([key, passed]) => (passed.has(transition) ? [key] : []));
    return { walked: own.filter((key) => this.walked.has(key)).length, legal: own.length };
  }

  note(moves: readonly Move[]): void {
    for (const row of this.usualRows(moves))
      for (const window of windowsIn(row, WINDOW_LENGTH)) {
        const key = windowKey(window);
        if (this.known.has(key)) this.walked.add(key);
      }
  }

  /** A walk by its name; the windows of one that has other moves are counted here as well, as far as they are usual. */
  noteTrace(trace: string): void {
    const moves = trace.split(BETWEEN).map((name) => this.usual.get(name));
    if (moves.every((move) => move !== undefined)) this.note(moves);
  }

  private passedBy(window: Window): Set<string> {
    const { transitions } = this.description.routing;
    return new Set(
      window.flatMap(({ state, move }) =>
        Object.entries(transitions).flatMap(([id, { from, on }]) =>
          from === state && on === triggerOf(move) ? [id] : [],
        ),
      ),
    );
  }

  /** Consecutive usual moves: any other move between two of them separates them. */
  private usualRows(moves: readonly Move[]): Turn[][] {
    const { description, usual } = this;
    const rows: Turn[][] = [[]];
    let position = start(description);
    for (const move of moves) {
      const reached =
        isOutsideConversation(move) || participantOf(move) !== FIRST
          ? position
          : after(description, position, move);
      const known = usual.get(move.name);
      if (known && after(description, position, known)) rows.at(-1)?.push({ ...position, move: known });
      else rows.push([]);
      position = reached ?? position;
    }
    return rows;
  }
}
