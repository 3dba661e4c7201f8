import { duration } from '../../../duration.js';
import type { CaseRecord } from '../../../record/types.js';
import { oneLine } from '../../../terminal-text.js';
import { fit } from '../../text/columns.js';
import type { Model } from '../model.js';
import { actionWords, beginOf, courseOf, type Item, isJudged } from './course.js';
import { outcomeText, shortUrl } from './evidence-text.js';

/** Sequence diagram of a case: checker, service, catcher and employee, time running downwards, long waits shown as gaps. */
export function Sequence({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const { arrows, earlier, later } = drawnOf(model, testCase);
  if (arrows.length === 0) return null;
  const rows = placed(arrows, earlier > 0);
  const begin = beginOf(testCase, arrows);
  const lanes = LANES.filter((lane) => arrows.some(({ from, to }) => from === lane || to === lane));
  const last = rows.at(-1)?.y ?? TOP;
  const height = last + (later > 0 ? 44 : 22);
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
        aria-label={`Sequence of ${testCase.title}`}
      >
        {lanes.map((lane) => (
          <>
            <path
              class="lane"
              d={`M${x(lane)} ${TOP - 12}V${height - 8}`}
              stroke="#999"
              stroke-width="1"
              fill="none"
            />
            <text class="head" x={x(lane)} y={TOP - 22} text-anchor="middle">
              {lane}
            </text>
          </>
        ))}
        {earlier > 0 && (
          <text class="silence" x={GUTTER + 4} y={TOP + 8}>{`⋮ ${earlier} before this, to prepare`}</text>
        )}
        {rows.map(({ arrow, y, wait, end }) => (
          <>
            {wait > 0 && (
              <text class="wait" x={GUTTER - 8} y={y - 24} text-anchor="end">
                {`${duration(wait)} later`}
              </text>
            )}
            {end !== null && (
              <rect
                class="interval"
                x={x('service') - 4}
                y={y}
                width="8"
                height={Math.max(6, end - y)}
                rx="2"
                fill="#ccc"
              />
            )}
            <ArrowPart arrow={arrow} y={y} from={x(arrow.from)} to={x(arrow.to)} at={arrow.atMs - begin} />
          </>
        ))}
        {later > 0 && (
          <text class="silence" x={GUTTER + 4} y={last + 30}>
            {`and ${later} more`}
          </text>
        )}
      </svg>
    </figure>
  );
}

function ArrowPart({
  arrow: { from: source, to: target, tone, text, response },
  y,
  from,
  to,
  at,
}: {
  arrow: Arrow;
  y: number;
  from: number;
  to: number;
  at: number;
}) {
  const side = to > from ? -1 : 1;
  const dashed = response || tone === 'ghost';
  const room = Math.max(16, Math.floor(Math.abs(to - from) / 6.6));
  return (
    <g class={`${tone}${response ? ' response' : ''}`} data-way={`${source} ${target}`}>
      <text class="at" x={GUTTER - 8} y={y + 4} text-anchor="end">
        {duration(Math.max(0, at))}
      </text>
      <path
        class="line"
        d={`M${from} ${y}H${to + side * 7}`}
        fill="none"
        stroke={tone === 'bad' || tone === 'ghost' ? '#b3261e' : '#555'}
        stroke-dasharray={dashed ? '3 3' : undefined}
      />
      <path class="tip" d={`M${to} ${y}l${side * 8} -4v8z`} fill="#555" />
      <text class="name" x={(from + to) / 2} y={y - 5} text-anchor="middle">
        {fit(oneLine(text), room)}
      </text>
    </g>
  );
}

interface Row {
  arrow: Arrow;
  y: number;
  wait: number;
  /** Where the interval of a concurrent move ends; null: it is not concurrent. */
  end: number | null;
}

/** Heights of the arrows; a wait that people would notice gets space of its own. */
function placed(arrows: readonly Arrow[], elided: boolean): Row[] {
  let y = TOP - 14 + (elided ? 26 : 0);
  let before: number | null = null;
  const rows = arrows.map((arrow): Row => {
    const gap = before === null ? 0 : arrow.atMs - before;
    const wait = gap >= NOTICED_WAIT_MS ? gap : 0;
    y += wait > 0 ? 48 : 28;
    before = arrow.atMs;
    return { arrow, y, wait, end: null };
  });
  return rows.map((row) => {
    const { untilMs } = row.arrow;
    if (untilMs === undefined) return row;
    const until = rows.find(({ arrow }) => arrow.response && arrow.atMs >= untilMs);
    return { ...row, end: until?.y ?? rows.at(-1)?.y ?? row.y };
  });
}

const LANES: Lane[] = ['checker', 'service', 'catcher', 'employee'];
const GUTTER = 84;
const SPACE = 132;
const TOP = 40;
const NOTICED_WAIT_MS = 200;

type Lane = 'checker' | 'service' | 'catcher' | 'employee';

/** An arrow of the picture; `ghost`: what should have been there. */
interface Arrow {
  atMs: number;
  from: Lane;
  to: Lane;
  text: string;
  tone: 'plain' | 'bad' | 'event' | 'ghost';
  response?: true;
  /** For a move that overlapped others: when it ended. */
  untilMs?: number;
}

/** What a picture shows of a case: its arrows, and how many before them are left out. */
interface Drawn {
  arrows: Arrow[];
  earlier: number;
  later: number;
}

/** The course of a case as arrows. If there are too many, the fault stays and preparation is left out. */
function drawnOf(model: Model, testCase: CaseRecord): Drawn {
  const items = courseOf(model, testCase);
  const arrows = items.flatMap((item) => arrowsOf(model, testCase, item, isConcurrent(item, items)));
  const ghost = ghostOf(testCase);
  const all = [...arrows, ...(ghost ? [ghost] : [])].sort((a, b) => a.atMs - b.atMs);
  const most = model.budget.drawnItems;
  if (all.length <= most) return { arrows: all, earlier: 0, later: 0 };
  const fault = all.findLastIndex(({ tone }) => tone === 'bad' || tone === 'ghost');
  const end = fault < 0 ? all.length : Math.min(all.length, fault + 1 + AFTER);
  const start = Math.max(0, end - most);
  return { arrows: all.slice(start, end), earlier: start, later: all.length - end };
}

/** Arrows after the fault that are shown. */
const AFTER = 3;

function isConcurrent(item: Item, items: readonly Item[]): boolean {
  if (item.kind !== 'exchange') return false;
  const { startedMs, durationMs, id } = item.exchange;
  return items.some(
    (other) =>
      other.kind === 'exchange' &&
      other.exchange.id !== id &&
      other.exchange.startedMs < startedMs + durationMs &&
      startedMs < other.exchange.startedMs + other.exchange.durationMs,
  );
}

function arrowsOf(model: Model, testCase: CaseRecord, item: Item, concurrent: boolean): Arrow[] {
  const bad = isJudged(item, testCase);
  switch (item.kind) {
    case 'exchange': {
      const { request, response, failure, operation, startedMs, durationMs } = item.exchange;
      const name =
        request.method === model.usualMethod && operation !== ''
          ? operation
          : `${request.method} ${operation || shortUrl(request.url, model.record.target.baseUrl)}`;
      const endMs = startedMs + durationMs;
      return [
        {
          atMs: startedMs,
          from: 'checker',
          to: 'service',
          text: name,
          tone: 'plain',
          ...(concurrent && { untilMs: endMs }),
        },
        {
          atMs: endMs,
          from: 'service',
          to: 'checker',
          text: outcomeText({ response, failure }),
          tone: bad || !response ? 'bad' : 'plain',
          response: true,
        },
      ];
    }
    case 'event': {
      const { atMs, name, method, note } = item.event;
      const text = `${name ?? method}${note ? ` (${note})` : ''}`;
      return [{ atMs, from: 'service', to: 'catcher', text, tone: bad ? 'bad' : 'event' }];
    }
    case 'action': {
      const { action, ok, text, startedMs } = item.action;
      return [
        {
          atMs: startedMs,
          from: 'employee',
          to: 'service',
          text: ok ? actionWords(item.action) : `${action}: ${text}`,
          tone: ok ? 'plain' : 'bad',
        },
      ];
    }
    case 'reading': {
      const { untilMs, items } = item.reading;
      const text = items.length === 0 ? 'inbox: empty' : `inbox: ${items.length}`;
      return [{ atMs: untilMs, from: 'service', to: 'employee', text, tone: bad ? 'bad' : 'plain' }];
    }
  }
}

/** The event or message that did not come, where it should have been. */
function ghostOf({ judged, verdict }: CaseRecord): Arrow | null {
  if (verdict !== 'fail' || judged?.part !== 'absent') return null;
  const inbox = judged.reading !== undefined;
  return {
    atMs: judged.atMs,
    from: 'service',
    to: inbox ? 'employee' : 'catcher',
    text: inbox ? 'message missing' : `no ${judged.about ?? 'event'}`,
    tone: 'ghost',
  };
}
