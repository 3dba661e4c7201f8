import { duration } from '../../duration.js';
import type { CaseRecord } from '../../record/types.js';
import { fit } from '../text/columns.js';
import { oneLine } from '../text/inert.js';
import { courseOf, type Entry, type Lane } from './course-entries.js';
import type { Model } from './model.js';

/** Sequence diagram of a case: checker, service, catcher and employee, downwards in time, long waits shown as gaps. */
export function Sequence({ model, one }: { model: Model; one: CaseRecord }) {
  const all = courseOf(model, one);
  const entries = all.slice(0, model.budget.drawnItems);
  const left = all.length - entries.length;
  if (entries.length === 0) return null;
  const failed = one.verdict === 'fail';
  const rows = placed(entries);
  const begin = entries[0]?.atMs ?? 0;
  const rest = one.startedMs + one.durationMs - (entries.at(-1)?.atMs ?? 0);
  const silent = rest >= NOTICED_WAIT_MS;
  const ended = silent || left > 0;
  const lanes = lanesOf(entries, silent && failed);
  const last = rows.at(-1)?.y ?? TOP;
  const height = last + (ended ? 50 : 22);
  const x = (lane: Lane) => GUTTER + SPACE / 2 + lanes.indexOf(lane) * SPACE;
  const width = GUTTER + lanes.length * SPACE;
  return (
    <figure class="picture">
      <svg
        class="sequence"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`Sequence of ${one.title}`}
      >
        {lanes.map((lane) => (
          <>
            <path
              class="lane"
              d={`M${x(lane)} ${TOP - 12}V${ended ? last + 14 : height - 8}`}
              stroke="#999"
              stroke-width="1"
              fill="none"
            />
            <text class="head" x={x(lane)} y={TOP - 22} text-anchor="middle">
              {lane}
            </text>
          </>
        ))}
        {rows.map(({ entry, y, wait }) => (
          <>
            {wait > 0 && (
              <text class="wait" x={GUTTER - 8} y={y - 24} text-anchor="end">
                {`⋮ ${duration(wait)}`}
              </text>
            )}
            <Arrow entry={entry} y={y} from={x(entry.from)} to={x(entry.to)} at={entry.atMs - begin} />
          </>
        ))}
        {ended && (
          <>
            {left === 0 && (
              <text class="wait" x={GUTTER - 8} y={last + 30} text-anchor="end">
                {`⋮ ${duration(rest)}`}
              </text>
            )}
            <text class="silence" x={GUTTER + 4} y={last + 30}>
              {left > 0 ? `and ${left} more` : 'nothing more for these users'}
            </text>
          </>
        )}
      </svg>
    </figure>
  );
}

/** Lanes that something touches; that of the webhooks also where one may be missed. */
function lanesOf(entries: Entry[], missed: boolean): Lane[] {
  const touched = new Set(entries.flatMap(({ from, to }) => [from, to]));
  return LANES.filter((lane) => touched.has(lane) || (lane === 'catcher' && missed));
}

function Arrow({
  entry,
  y,
  from,
  to,
  at,
}: {
  entry: Entry;
  y: number;
  from: number;
  to: number;
  at: number;
}) {
  const side = to > from ? -1 : 1;
  const answer = entry.to === 'checker';
  return (
    <g class={answer ? `${entry.tone} answer` : entry.tone}>
      <text class="at" x={GUTTER - 8} y={y + 4} text-anchor="end">
        {duration(Math.max(0, at))}
      </text>
      <path
        class="line"
        d={`M${from} ${y}H${to + side * 7}`}
        fill="none"
        stroke="#555"
        stroke-dasharray={answer ? '3 3' : undefined}
      />
      <path class="tip" d={`M${to} ${y}l${side * 8} -4v8z`} fill="#555" />
      <text class="name" x={(from + to) / 2} y={y - 5} text-anchor="middle">
        {fit(oneLine(entry.text), Math.max(20, Math.floor(Math.abs(to - from) / 6.6)))}
      </text>
    </g>
  );
}

/** Heights of the arrows; a wait that people would notice gets room of its own. */
function placed(entries: Entry[]): { entry: Entry; y: number; wait: number }[] {
  let y = TOP - 14;
  let before: number | null = null;
  return entries.map((entry) => {
    const gap = before === null ? 0 : entry.atMs - before;
    const wait = gap >= NOTICED_WAIT_MS ? gap : 0;
    y += wait > 0 ? 48 : 28;
    before = entry.atMs;
    return { entry, y, wait };
  });
}

const LANES: Lane[] = ['checker', 'service', 'catcher', 'employee'];
const GUTTER = 70;
const SPACE = 132;
const TOP = 40;
const NOTICED_WAIT_MS = 200;
