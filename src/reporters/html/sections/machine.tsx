import { count } from '../../../phrases.js';
import { CASE_RESULTS, type CaseResult } from '../../../record/case-results.js';
import type { Machine } from '../../../record/types.js';
import { oneLine } from '../../../terminal-text.js';
import { wrapAtMost } from '../../text/columns.js';
import { CaseLinks, FALLBACK, Mark } from '../marks.js';
import type { Model } from '../model.js';

/** The routing state machine of a version: drawn, coloured by what its cases showed, and as a list with these cases. */
export function MachineFigure({ model, machine }: { model: Model; machine: Machine }) {
  const transitions = machine.transitions.map((transition) => ({
    ...transition,
    kind: worst(model, transition),
    anchor: anchorOf(machine, transition.id),
  }));
  const titles = new Map(machine.states.map(({ id, title }) => [id, title]));
  return (
    <div class="machine">
      <h4>{`Version ${machine.version}`}</h4>
      <Drawing machine={machine} transitions={transitions} />
      <ol class="transitions">
        {transitions.map(({ anchor, kind, from, to, on, effects, cases, windows }) => (
          <li id={anchor}>
            <details>
              <summary>
                <Mark kind={kind} />{' '}
                <span class="grow">
                  <b>{on}</b>
                  {from === to
                    ? ` while "${titles.get(from) ?? from}"`
                    : `: "${titles.get(from) ?? from}" to "${titles.get(to) ?? to}"`}
                  {effects.map((effect) => `, ${effect}`).join('')}
                </span>{' '}
                <span class="soft">
                  {cases.length === 0 && kind === 'passed' ? 'by walks' : countOrNone(cases.length)}
                </span>
              </summary>
              {windows && (
                <p class="soft">{`${windows.walked} of the ${windows.legal} legal sequences of three moves that pass it were walked without a failure.`}</p>
              )}
              {cases.length > 0 && <CaseLinks model={model} ids={cases} />}
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

function countOrNone(cases: number): string {
  return cases === 0 ? 'no case' : count(cases, 'case');
}

type Drawn = Machine['transitions'][number] & { kind: CaseResult | 'untested'; anchor: string };

function Drawing({ machine, transitions }: { machine: Machine; transitions: Drawn[] }) {
  const { width, height, states, arrows } = layOut(machine);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links is a group, no fieldset */}
      <svg
        class="states"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={`Routing states of ${machine.version}`}
      >
        {arrows.map(({ id, path, tip, label }) => {
          const drawn = transitions.find((transition) => transition.id === id);
          if (!drawn) return null;
          const colour = drawn.kind === 'untested' ? '#888' : FALLBACK[drawn.kind];
          return (
            <a href={`#${drawn.anchor}`} class={`move ${drawn.kind}`}>
              <path class="line" d={path} fill="none" stroke={colour} stroke-width="2" />
              <path class="tip" d={tip} fill={colour} />
              <Label at={label} {...drawn} />
            </a>
          );
        })}
        {states.map(({ title, x, y, height: tall, initial }) => (
          <g class={initial ? 'state initial' : 'state'}>
            <rect x={x} y={y} width={STATE_WIDTH} height={tall} rx="9" fill="#fff" stroke="#555" />
            {titleLines(title, y + tall / 2).map((line) => (
              <text x={x + STATE_WIDTH / 2} y={line.y} text-anchor="middle">
                {line.text}
              </text>
            ))}
            {initial && <Entry x={x + STATE_WIDTH / 2} y={y} />}
          </g>
        ))}
      </svg>
    </>
  );
}

function titleLines(title: string, middle: number): { text: string; y: number }[] {
  const lines = wrapAtMost(oneLine(title), TITLE_COLUMNS, 2);
  return lines.map((text, at) => ({ text, y: middle + 4.5 + (at - (lines.length - 1) / 2) * 16 }));
}

const TITLE_COLUMNS = 17;

/** Where a conversation begins. */
function Entry({ x, y }: { x: number; y: number }) {
  return (
    <>
      <circle class="dot" cx={x} cy={y - 26} r="5" fill="#555" />
      <path class="enter" d={`M${x} ${y - 22}v15`} fill="none" stroke="#555" stroke-width="1.5" />
      <path class="dot" d={`M${x} ${y - 1}l-4.5 -8h9z`} fill="#555" />
    </>
  );
}

/** The trigger, what it causes in at most four lines, and the windows that were walked, centred on its place. */
function Label({
  at: { x, y, columns },
  on,
  effects,
  windows,
}: { at: Arrow['label'] } & Pick<Drawn, 'on' | 'effects' | 'windows'>) {
  const lines = effects.flatMap((effect) => wrapAtMost(oneLine(effect), columns, EFFECT_LINES));
  const shown = lines.slice(0, LABEL_LINES);
  const rows = windows ? shown.length + 1 : shown.length;
  const top = y + 4 - (rows * LINE) / 2;
  return (
    <>
      <text x={x} y={top} class="on">
        {on}
      </text>
      {shown.map((line, at) => (
        <text x={x} y={top + (at + 1) * LINE} class="effect">
          {line}
        </text>
      ))}
      {windows && (
        <text
          x={x}
          y={top + rows * LINE}
          class={windows.walked < windows.legal ? 'windows lacking' : 'windows'}
        >
          {`${windows.walked}/${windows.legal} walked`}
        </text>
      )}
    </>
  );
}

const EFFECT_LINES = 3;
const LABEL_LINES = 4;
const LINE = 13;

/**
 * The gravest result among the cases; a pass only if something passed. What failed elsewhere merely passed through. An
 * exploration has cases only for what failed: if nothing did, these are proven by the walks that passed.
 */
function worst(
  model: Model,
  { cases, judges, windows }: Machine['transitions'][number],
): CaseResult | 'untested' {
  if (model.record.walks?.failed === 0 && (windows?.walked ?? 0) > 0) return 'passed';
  const judged = cases
    .flatMap((id) => model.caseOf(id) ?? [])
    .filter(({ id, verdict }) => verdict !== 'fail' || judges === undefined || judges.includes(id));
  const kinds = new Set(judged.map((testCase) => model.resultOf(testCase)));
  return (
    CASE_RESULTS.find((kind) => kinds.has(kind) && (kind !== 'skipped' || kinds.size === 1)) ?? 'untested'
  );
}

function anchorOf(machine: Machine, id: string): string {
  return `t-${machine.version}-${id}`.replaceAll('.', '_').replace(/[^A-Za-z0-9_-]+/g, '-');
}

/** Geometry of a state machine: states one below the other, moves between them as arrows, loops on their right. */
interface Layout {
  width: number;
  height: number;
  states: { id: string; title: string; x: number; y: number; height: number; initial: boolean }[];
  arrows: Arrow[];
}

interface Arrow {
  id: string;
  path: string;
  tip: string;
  /** Where the label's lines start, the height of their middle, and how many characters fit into one. */
  label: { x: number; y: number; columns: number };
}

const STATE_WIDTH = 156;

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
