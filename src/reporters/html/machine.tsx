import type { Machine } from '../../record/types.js';
import { STANDINGS, type Standing } from '../standing.js';
import { fit, wrapAtMost } from '../text/columns.js';
import { oneLine } from '../text/inert.js';
import { count } from '../words.js';
import { FALLBACK } from './bar.js';
import { layOut, STATE_HEIGHT, STATE_WIDTH } from './machine-layout.js';
import { CaseLink, Mark } from './marks.js';
import type { Model } from './model.js';
import { Scroll } from './scroll.js';

/** The routing state machine of a version: drawn, coloured by what its cases showed, and as a list with these cases. */
export function MachineFigure({ model, machine }: { model: Model; machine: Machine }) {
  const transitions = machine.transitions.map((one) => ({
    ...one,
    kind: worst(model, one.cases),
    anchor: anchorOf(machine, one.id),
  }));
  const titles = new Map(machine.states.map(({ id, title }) => [id, title]));
  return (
    <div class="machine">
      <h4>{`Version ${machine.version}`}</h4>
      <Drawing machine={machine} transitions={transitions} />
      <ol class="transitions">
        {transitions.map(({ anchor, kind, from, to, on, effects, cases }) => (
          <li id={anchor}>
            <details>
              <summary>
                <Mark kind={kind} />{' '}
                <span class="grow">
                  <b>{on}</b>
                  {': '}
                  {from === to
                    ? `stays “${titles.get(from) ?? from}”`
                    : `“${titles.get(from) ?? from}” to “${titles.get(to) ?? to}”`}
                  {effects.map((effect) => `, ${effect}`).join('')}
                </span>{' '}
                <span class="soft">{count(cases.length, 'case')}</span>
              </summary>
              <ul class="links">
                {cases.map((id) => (
                  <li>
                    <CaseLink model={model} id={id} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

type Drawn = Machine['transitions'][number] & { kind: Standing | 'untested'; anchor: string };

function Drawing({ machine, transitions }: { machine: Machine; transitions: Drawn[] }) {
  const { width, height, states, arrows } = layOut(machine);
  return (
    <Scroll label={`Drawing of the routing states of ${machine.version}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links is a group, no fieldset */}
      <svg
        class="states"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label="Routing states"
      >
        {arrows.map(({ id, path, tip, labelX, labelY, above }) => {
          const one = transitions.find((transition) => transition.id === id);
          if (!one) return null;
          const colour = one.kind === 'untested' ? '#888' : FALLBACK[one.kind];
          return (
            <a href={`#${one.anchor}`} class={`move ${one.kind}`}>
              <path class="line" d={path} fill="none" stroke={colour} stroke-width="2" />
              <path class="tip" d={tip} fill={colour} />
              <Label x={labelX} y={labelY} above={above} on={one.on} effects={one.effects} />
            </a>
          );
        })}
        {states.map(({ title, x, y, initial }) => (
          <g class={initial ? 'state initial' : 'state'}>
            <rect
              x={x - STATE_WIDTH / 2}
              y={y - STATE_HEIGHT / 2}
              width={STATE_WIDTH}
              height={STATE_HEIGHT}
              rx="10"
              fill="#fff"
              stroke="#555"
            />
            <text x={x} y={y + 5} text-anchor="middle">
              {fit(oneLine(title), 24)}
            </text>
            {initial && <circle class="dot" cx={x - STATE_WIDTH / 2 - 34} cy={y} r="5" fill="#555" />}
            {initial && (
              <path
                class="enter"
                d={`M${x - STATE_WIDTH / 2 - 29} ${y}h22`}
                fill="none"
                stroke="#555"
                stroke-width="1.5"
              />
            )}
            {initial && <path class="dot" d={`M${x - STATE_WIDTH / 2 - 1} ${y}l-8 -4.5v9z`} fill="#555" />}
          </g>
        ))}
      </svg>
    </Scroll>
  );
}

/** The trigger, and what it causes in at most three lines: upwards from an arrow below it, else downwards. */
function Label({
  x,
  y,
  above,
  on,
  effects,
}: {
  x: number;
  y: number;
  above: boolean;
  on: string;
  effects: string[];
}) {
  const shown = wrapAtMost(oneLine(effects.join(', ')), LABEL_COLUMNS, LABEL_LINES);
  const top = above ? y - shown.length * LINE : y;
  return (
    <>
      <text x={x} y={top} text-anchor="middle" class="on">
        {on}
      </text>
      {shown.map((line, at) => (
        <text x={x} y={top + (at + 1) * LINE} text-anchor="middle" class="effect">
          {line}
        </text>
      ))}
    </>
  );
}

const LABEL_COLUMNS = 30;
const LABEL_LINES = 3;
const LINE = 13;

/** The gravest standing among the cases; a pass only where something passed. */
function worst(model: Model, cases: string[]): Standing | 'untested' {
  const kinds = new Set(cases.flatMap((id) => model.caseOf(id) ?? []).map((one) => model.standingOf(one)));
  return STANDINGS.find((kind) => kinds.has(kind) && (kind !== 'skipped' || kinds.size === 1)) ?? 'untested';
}

function anchorOf(machine: Machine, id: string): string {
  return `t-${machine.version}-${id}`.replaceAll('.', '_').replace(/[^A-Za-z0-9_-]+/g, '-');
}
