import type { Machine } from '../../../record/types.js';

/** Geometry of a state machine: states one below the other, moves between them as arrows, loops on their right. */
export interface Layout {
  width: number;
  height: number;
  states: { id: string; title: string; x: number; y: number; height: number; initial: boolean }[];
  arrows: Arrow[];
}

export interface Arrow {
  id: string;
  path: string;
  tip: string;
  /** Where the label's lines start, the height of their middle, and how many characters fit into one. */
  label: { x: number; y: number; columns: number };
}

export const STATE_WIDTH = 156;

export function layOut(machine: Machine): Layout {
  const index = new Map(machine.states.map(({ id }, at) => [id, at]));
  const kindOf = ({ from, to }: Machine['transitions'][number]) => {
    const distance = (index.get(to) ?? 0) - (index.get(from) ?? 0);
    return distance === 0 ? 'loop' : Math.abs(distance) === 1 ? 'step' : 'leap';
  };
  const far = machine.transitions.filter((transition) => kindOf(transition) === 'leap').length;
  const left = EDGE + (far > 0 ? LEAP_LABEL + far * LEAP : 0);
  const loopsOf = (id: string) =>
    machine.transitions.filter(({ from, to }) => from === id && to === id).length;
  let y = TOP;
  const states = machine.states.map(({ id, title }) => {
    const height = Math.max(STATE_HEIGHT, loopsOf(id) * LOOP);
    const state = { id, title, x: left, y, height, initial: id === machine.initial };
    y += height + GAP;
    return state;
  });
  const middle = (at: number) => (states[at]?.y ?? 0) + (states[at]?.height ?? 0) / 2;
  const seen = new Map<string, number>();
  const nth = (key: string) => {
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return number;
  };
  const arrows = machine.transitions.map((transition): Arrow => {
    const [start, end] = [index.get(transition.from) ?? 0, index.get(transition.to) ?? 0];
    const kind = kindOf(transition);
    if (kind === 'loop') {
      const state = states[start];
      const room = (state?.height ?? 0) / loopsOf(transition.from);
      return { id: transition.id, ...loop(left, (state?.y ?? 0) + room * (nth(`${start}`) + 0.5)) };
    }
    if (kind === 'leap') return { id: transition.id, ...leap(left, middle(start), middle(end), nth('leap')) };
    const upper = Math.min(start, end);
    const among = machine.transitions.filter(
      ({ from, to }) =>
        from !== to &&
        Math.min(index.get(from) ?? 0, index.get(to) ?? 0) === upper &&
        kindOf(transition) === 'step',
    ).length;
    const top = (states[upper]?.y ?? 0) + (states[upper]?.height ?? 0);
    return { id: transition.id, ...step(left, top, end > start, nth(`${upper}>`), among) };
  });
  return { width: left + STATE_WIDTH + RIGHT, height: y - GAP + EDGE, states, arrows };
}

/** To the right of its state. */
function loop(left: number, y: number): Omit<Arrow, 'id'> {
  const edge = left + STATE_WIDTH;
  return {
    path: `M${edge} ${y - 11}C${edge + 36} ${y - 22} ${edge + 36} ${y + 22} ${edge + 7} ${y + 12}`,
    tip: `M${edge} ${y + 11}l9 -3.5l-2 8.5z`,
    label: { x: edge + 38, y, columns: Math.floor((RIGHT - 40) / CHARACTER) },
  };
}

/** Through the gap below the upper state, each at a place of its own. */
function step(left: number, top: number, down: boolean, turn: number, among: number): Omit<Arrow, 'id'> {
  const between = among > 1 ? (STATE_WIDTH - 40) / (among - 1) : 0;
  const x = left + 20 + turn * between;
  const room = turn === among - 1 ? left + STATE_WIDTH + RIGHT - x : between;
  return {
    path: down ? `M${x} ${top}V${top + GAP - 7}` : `M${x} ${top + GAP}V${top + 7}`,
    tip: down ? `M${x} ${top + GAP}l-4.5 -9h9z` : `M${x} ${top}l-4.5 9h9z`,
    label: { x: x + 9, y: top + GAP / 2, columns: Math.floor((room - 12) / CHARACTER) },
  };
}

/** Past other states, on their left. */
function leap(left: number, from: number, to: number, turn: number): Omit<Arrow, 'id'> {
  const bow = left - 26 - turn * LEAP;
  const end = to - 6 + turn * 6;
  return {
    path: `M${left} ${from + 6 + turn * 6}C${bow} ${from} ${bow} ${end} ${left - 7} ${end}`,
    tip: `M${left} ${end}l-9 -4.5v9z`,
    label: { x: EDGE, y: (from + to) / 2 + turn * 40, columns: Math.floor(LEAP_LABEL / CHARACTER) },
  };
}

const EDGE = 6;
const TOP = 34;
const STATE_HEIGHT = 48;
const LOOP = 56;
const GAP = 92;
const RIGHT = 178;
const LEAP = 26;
const LEAP_LABEL = 84;
/** Approximate width of a character of a label. */
const CHARACTER = 6.1;
