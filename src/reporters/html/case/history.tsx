import type { CaseRecord, HistoryRecord } from '../../../record/types.js';
import type { Model } from '../model.js';
import { packed, step } from '../timeline-lanes.js';
import { courseOf } from './course.js';

/**
 * Overlapping moves, on a timeline for each connection, with the webhooks that they caused; below it, why each order is
 * impossible.
 */
export function History({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const history = testCase.verdict === 'fail' ? testCase.judged?.history : undefined;
  if (!history) return null;
  const { together, before, after, orders } = history;
  const { lanes, later } = lanesOf(model, testCase, history);
  const from = Math.min(...together.map(({ fromMs }) => fromMs));
  const to = Math.max(...lanes.flatMap(({ marks }) => marks.map((mark) => mark.toMs)));
  const scale = { from, span: Math.max(to - from, LEAST_SPAN_MS) };
  const inWords = together
    .map(({ name, fromMs, toMs }) => `${name} from ${short(fromMs - from)} to ${short(toMs - from)} ms`)
    .join(', ');
  const around = [
    ...(before.length > 0 ? [`Before: ${before.join(', ')}.`] : []),
    ...(after.length > 0 ? [`After: ${after.join(', ')}.`] : []),
    ...(later.length > 0 ? [`Webhooks after that: ${listed(later)}.`] : []),
  ];
  return (
    <div class="history">
      <figure class="spans" role="img" aria-label={`At once: ${inWords}`}>
        {lanes.map((lane) => (
          <>
            <span class="label">{lane.title}</span>
            <Track lane={lane} scale={scale} />
          </>
        ))}
        <span class="label" />
        <Axis scale={scale} />
      </figure>
      {around.length > 0 && <p class="soft">{around.join(' ')}</p>}
      <p class="label">
        {orders.length > 1 ? 'Why no order explains it' : 'Why their order does not explain it'}
      </p>
      <ol class="orders">
        {orders.map(({ order, why }) => (
          <li>
            <b>{order.join(', then ')}</b>: {why}
          </li>
        ))}
      </ol>
    </div>
  );
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_EVENTS;
  return [...names.slice(0, MOST_EVENTS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Webhooks that are shown; the rest of a flood is counted. */
const MOST_EVENTS = 8;

/** What is shown on a timeline; a webhook has no length. */
interface Mark {
  text: string;
  fromMs: number;
  toMs: number;
  tone: 'move' | 'refused' | 'event';
}

interface Lane {
  title: string;
  marks: Mark[];
}

/**
 * A line for each connection, for each employee at work, and for webhooks that came before the next move; the names of
 * those that came later.
 */
function lanesOf(
  model: Model,
  testCase: CaseRecord,
  { together, user }: HistoryRecord,
): { lanes: Lane[]; later: string[] } {
  const from = Math.min(...together.map(({ fromMs }) => fromMs));
  const to = Math.max(...together.map(({ toMs }) => toMs));
  const reach = to + Math.max(AFTER_MS, AFTER_SPANS * (to - from));
  const next = courseOf(model, testCase).find(
    (item) =>
      (item.kind === 'exchange' || item.kind === 'action') && item.user === user && item.atMs > Math.ceil(to),
  );
  const end = Math.min(reach, next?.atMs ?? reach);
  const came = model
    .eventsOf(testCase)
    .filter((event) => event.user === user && event.atMs >= Math.floor(from));
  const shown = came.filter(({ atMs }) => atMs <= end).slice(0, MOST_EVENTS);
  const events = shown.map(({ name, method, atMs }): Mark => {
    const at = Math.max(from, atMs);
    return { text: name ?? method, fromMs: at, toMs: at, tone: 'event' };
  });
  return {
    lanes: [
      ...moveLanes(together, 'gateway', 'connection'),
      ...moveLanes(together, 'employee', 'employee'),
      ...(events.length > 0 ? [{ title: 'webhooks', marks: events }] : []),
    ],
    later: came.slice(shown.length).map(({ name, method }) => name ?? method),
  };
}

/** What came soon after the moves was caused by them. */
const AFTER_MS = 20;
const AFTER_SPANS = 1.5;
/** A picture of less says nothing. */
const LEAST_SPAN_MS = 1;

/** Simultaneous moves have lines of their own. */
function moveLanes(
  together: HistoryRecord['together'],
  actor: HistoryRecord['together'][number]['by'],
  title: string,
): Lane[] {
  const own = together.filter(({ by }) => by === actor);
  const { rows, count } = packed(own.map(({ name: id, fromMs, toMs }) => ({ id, from: fromMs, to: toMs })));
  return Array.from({ length: count }, (_, row) => ({
    title: count > 1 ? `${title} ${row + 1}` : title,
    marks: own
      .filter(({ name }) => rows.get(name) === row)
      .map(({ name, fromMs, toMs, refused }) => ({
        text: `${name}, ${short(toMs - fromMs)} ms${refused ? ', turned away' : ''}`,
        fromMs,
        toMs,
        tone: refused ? 'refused' : 'move',
      })),
  }));
}

interface Scale {
  from: number;
  span: number;
}

/** In percent of the width, so that letters keep their size on any screen. */
function Track({ lane: { marks }, scale }: { lane: Lane; scale: Scale }) {
  const x = (ms: number): number => placeOf(ms, scale);
  const events = marks.every(({ tone }) => tone === 'event');
  const height = events ? marks.length * EVENT_LINE + 6 : MOVE_HEIGHT;
  return (
    <svg class="track" width="100%" height={height} aria-hidden="true">
      {marks.map(({ text, fromMs, toMs, tone }, at) => {
        const isLeft = x(fromMs) > 50;
        const y = events ? at * EVENT_LINE + 13 : 13;
        return (
          <g class={tone}>
            {tone === 'event' ? (
              <circle cx={`${x(fromMs)}%`} cy={y - 4} r="4" fill="#2457a6" />
            ) : (
              <rect
                x={`${x(fromMs)}%`}
                y={18}
                width={`${Math.max(0.6, Math.round((x(toMs) - x(fromMs)) * 100) / 100)}%`}
                height="11"
                rx="3"
                fill="#777"
              />
            )}
            <text
              x={`${x(tone === 'event' || !isLeft ? fromMs : toMs)}%`}
              dx={tone === 'event' ? (isLeft ? -8 : 8) : 0}
              y={y}
              text-anchor={isLeft ? 'end' : 'start'}
            >
              {text}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

const EVENT_LINE = 17;
const MOVE_HEIGHT = 36;

function Axis({ scale }: { scale: Scale }) {
  const tickMs = step(scale.span * TICKS_APART);
  const ticks = Array.from({ length: Math.floor(scale.span / tickMs) + 1 }, (_, at) => at * tickMs);
  return (
    <svg class="axis" width="100%" height="24" aria-hidden="true">
      <line class="tick" x1="0" x2="100%" y1="4" y2="4" stroke="#bbb" />
      {ticks.map((ms) => {
        const at = `${placeOf(scale.from + ms, scale)}%`;
        return (
          <>
            <line class="tick" x1={at} x2={at} y1="0" y2="8" stroke="#bbb" />
            <text x={at} y="21" text-anchor={ms === 0 ? 'start' : 'middle'}>
              {ms === 0 ? '0 ms' : short(ms)}
            </text>
          </>
        );
      })}
    </svg>
  );
}

/** Few enough for a narrow screen. */
const TICKS_APART = 2;

/** Percent of the width; the rightmost item has room for its letters. */
function placeOf(ms: number, { from, span }: Scale): number {
  return Math.round(((ms - from) / span) * ROOM * 100) / 100;
}

const ROOM = 96;

function short(ms: number): string {
  return `${Math.round(ms * 10) / 10}`;
}
