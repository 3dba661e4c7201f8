import type { Machine } from '../../record/types.js';

/** Geometry of a state machine: states on a row, moves between them as arcs, loops above and below. */
export interface Layout {
  width: number;
  height: number;
  states: { id: string; title: string; x: number; y: number; initial: boolean }[];
  arrows: { id: string; path: string; tip: string; labelX: number; labelY: number; above: boolean }[];
}

export const STATE_WIDTH = 196;
export const STATE_HEIGHT = 52;

export function layOut(machine: Machine): Layout {
  const index = new Map(machine.states.map(({ id }, at) => [id, at]));
  const loops = machine.states.map(
    ({ id }) => machine.transitions.filter(({ from, to }) => from === id && to === id).length,
  );
  const reach = Math.max(
    0,
    ...machine.transitions.map(({ from, to }) => Math.abs((index.get(to) ?? 0) - (index.get(from) ?? 0))),
  );
  const above = Math.max(
    MARGIN,
    Math.ceil(Math.max(0, ...loops) / 2) * LOOP + 52,
    reach > 1 ? reach * ARC : 0,
  );
  const below = Math.max(
    MARGIN,
    Math.floor(Math.max(0, ...loops) / 2) * LOOP + 34,
    reach > 1 ? reach * ARC : 0,
  );
  const y = above + STATE_HEIGHT / 2;
  const x = (at: number) => EDGE + STATE_WIDTH / 2 + at * STEP;
  const seen = new Map<string, number>();
  const nth = (key: string) => {
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return number;
  };
  return {
    width: 2 * EDGE + STATE_WIDTH + (machine.states.length - 1) * STEP,
    height: above + STATE_HEIGHT + below,
    states: machine.states.map(({ id, title }, at) => ({
      id,
      title,
      x: x(at),
      y,
      initial: id === machine.initial,
    })),
    arrows: machine.transitions.map(({ id, from, to }) => {
      const start = index.get(from) ?? 0;
      const end = index.get(to) ?? 0;
      const turn = nth(`${from}>${to}`);
      return {
        id,
        ...(start === end ? loop(x(start), y, turn) : move(x(start), x(end), y, Math.abs(end - start), turn)),
      };
    }),
  };
}

type Arrow = Omit<Layout['arrows'][number], 'id'>;

/** Even turns above the state, odd ones below, each wider than the one before. */
function loop(x: number, y: number, turn: number): Arrow {
  const up = turn % 2 === 0 ? -1 : 1;
  const reach = LOOP - 20 + Math.floor(turn / 2) * LOOP;
  const edge = y + up * (STATE_HEIGHT / 2);
  const far = edge + up * reach * 1.3;
  const spread = 26 + Math.floor(turn / 2) * 14;
  return {
    path: `M${x - 24} ${edge}C${x - 24 - spread} ${far} ${x + 24 + spread} ${far} ${x + 24} ${edge + up * 7}`,
    tip: `M${x + 24} ${edge}l${-4 + 5} ${up * 9}l-8 ${-up * 2}z`,
    labelX: x,
    labelY: up < 0 ? edge - reach - 6 : edge + reach + 18,
    above: up < 0,
  };
}

/** To the right above the middle, to the left below it. */
function move(from: number, to: number, y: number, distance: number, turn: number): Arrow {
  const way = to > from ? 1 : -1;
  const height = y - way * 11;
  const bow = way * ((distance - 1) * ARC + turn * 40 + 18);
  const start = from + way * (STATE_WIDTH / 2);
  const end = to - way * (STATE_WIDTH / 2);
  return {
    path: `M${start} ${height}Q${(start + end) / 2} ${height - bow} ${end - way * 7} ${height - way * 1.5}`,
    tip: `M${end} ${height}l${-way * 9} -5.5v9z`,
    labelX: (start + end) / 2,
    labelY: height - bow / 2 - way * 7 + (way > 0 ? 0 : 9),
    above: way > 0,
  };
}

const EDGE = 90;
const STEP = 196 + 210;
const LOOP = 50;
const ARC = 70;
const MARGIN = 66;
