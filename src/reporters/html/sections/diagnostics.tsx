import { duration } from '../../../duration.js';
import { count } from '../../../phrases.js';
import { CASE_RESULTS } from '../../../record/case-results.js';
import type { RunRecord } from '../../../record/types.js';
import { moment } from '../../results.js';
import { CaseLink, FALLBACK, Facts } from '../marks.js';
import type { Model } from '../model.js';
import { merged, packed, type Span, type Stretch, spansOf, step, waits } from '../timeline-lanes.js';

/** How the run went, for those interested in the run rather than the target. */
export function DiagnosticsSection({ model }: { model: Model }) {
  return (
    <section id="diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">Diagnostics</h2>
      <RunFacts model={model} />
      <Timeline model={model} />
    </section>
  );
}

function RunFacts({ model: { record } }: { model: Model }) {
  const { target, timing, strays } = record;
  const facts: [string, string][] = [
    ['Versions', target.versions.join(', ')],
    ["Employee's side", target.operator],
    ['Webhooks', target.webhookUrl ?? 'no catcher'],
    ['Started', moment(record.startedAt)],
    ['Round trip', duration(timing.roundTripMs)],
    ['"Sends no event"', `not within ${duration(timing.quietWindowMs)}, nor later in this run`],
    ['"Sends an event"', `within ${duration(timing.eventTimeoutMs)}`],
    ...(strays ? strayFacts(strays) : []),
  ];
  return <Facts facts={facts} />;
}

/** What reached the catcher and is not in the report, or only in part. */
function strayFacts({
  foreign,
  refused,
  dropped,
  cut = 0,
}: NonNullable<RunRecord['strays']>): [string, string][] {
  const all: [string, string][] =
    foreign + refused + dropped > 0
      ? [['Not from this run', `${foreign} webhooks for others, ${refused} refused, ${dropped} dropped`]]
      : [];
  if (cut > 0) all.push(['Too long', `${cut === 1 ? 'one webhook' : `${cut} webhooks`} kept only in part`]);
  return all;
}

/** The run in time: a thin line for each case, thick while a request was in flight, webhooks below, waits shaded. */
function Timeline({ model }: { model: Model }) {
  const { record } = model;
  if (record.cases.length === 0 || record.durationMs <= 0) return null;
  const spans = spansOf(record);
  const { rows, count } = packed(spans.values());
  const all = waits(record, Math.max(50, record.durationMs / 100));
  const start = all[0]?.from === 0 ? all[0].to : 0;
  const idle = all.filter(({ from }) => from > 0);
  const idleMs = idle.reduce((sum, { from, to }) => sum + to - from, 0);
  const tenth = (length: number) => Math.round(length * 10) / 10;
  const x = (ms: number) => tenth((ms / record.durationMs) * WIDTH);
  const rowHeight = Math.min(7, TALLEST / Math.max(1, count));
  const y = (row: number) => tenth(HEAD + row * rowHeight + rowHeight / 2);
  const strokes = (id: string, stretches: Stretch[]) =>
    merged(
      stretches.map(({ from, to }) => ({ from: x(from), to: Math.max(x(from) + 0.8, x(to)) })),
      record.exchanges.length / EXCHANGES_PER_GAP,
    )
      .map(({ from, to }) => `M${tenth(from)} ${y(rows.get(id) ?? 0)}H${tenth(to)}`)
      .join('');
  const bottom = HEAD + count * rowHeight + 8;
  const ticks = Array.from(
    { length: Math.floor(record.durationMs / step(record.durationMs)) + 1 },
    (_, at) => at * step(record.durationMs),
  );
  const summary = [
    `The run took ${duration(record.durationMs)}`,
    ...(start > 0 ? [`${duration(start)} of it for the preflight`] : []),
    ...(idleMs > 0 ? [`${duration(idleMs)} waiting with no request in flight`] : []),
  ].join(', ');
  return (
    <div id="timeline">
      <h3>Time</h3>
      <p class="lead">{[`${summary}.`, spent(model), bound(model)].filter(Boolean).join(' ')}</p>
      <figure class="picture wide" tabindex={0}>
        <svg class="timeline" viewBox={`-6 0 ${WIDTH + 12} ${bottom + 30}`} role="img" aria-label={summary}>
          {all.map(({ from, to }) => (
            <rect
              class="idle"
              x={x(from)}
              y={HEAD}
              width={Math.max(0.5, x(to) - x(from)).toFixed(1)}
              height={bottom - HEAD}
              fill="#eee"
            />
          ))}
          {ticks.map((ms) => (
            <>
              <path class="tick" d={`M${x(ms)} ${HEAD - 4}V${bottom + 16}`} stroke="#ddd" stroke-width="1" />
              <text x={x(ms)} y={HEAD - 9} text-anchor={ms === 0 ? 'start' : 'middle'}>
                {duration(ms)}
              </text>
            </>
          ))}
          {CASE_RESULTS.map((kind) => {
            const cases = record.cases.filter(
              (testCase) => rows.has(testCase.id) && model.resultOf(testCase) === kind,
            );
            if (cases.length === 0) return null;
            const thin = cases.map(({ id }) => strokes(id, [spans.get(id) ?? []].flat()));
            const thick = cases.map((testCase) =>
              strokes(
                testCase.id,
                model
                  .exchangesOf(testCase)
                  .filter(({ caseId }) => caseId === testCase.id)
                  .map(({ startedMs, durationMs }) => ({ from: startedMs, to: startedMs + durationMs })),
              ),
            );
            return (
              <g class={`stroke ${kind}`} stroke={FALLBACK[kind]} fill="none">
                <path d={thin.join('')} stroke-width={Math.min(1, rowHeight / 2).toFixed(2)} opacity="0.45" />
                <path d={thick.join('')} stroke-width={Math.max(rowHeight / 1.5, rowHeight - 2).toFixed(1)} />
              </g>
            );
          })}
          <path
            class="arrivals"
            d={[...new Set(record.events.map(({ atMs }) => Math.round(x(atMs))))]
              .map((at) => `M${at} ${bottom + 4}v9`)
              .join('')}
            stroke="#2457a6"
            stroke-width={1.25}
          />
          <text x="0" y={bottom + 26}>{`${record.events.length} webhooks`}</text>
        </svg>
        <figcaption class="soft">
          One row holds cases that did not overlap. Thick: a request in flight. Thin: waiting. Shaded: no
          request in flight anywhere. Strokes below: webhooks as they arrived.
        </figcaption>
      </figure>
      <Waits model={model} idle={idle} spans={[...spans.values()]} />
    </div>
  );
}

/** The longest waits, and who waited. */
function Waits({ model, idle, spans }: { model: Model; idle: Stretch[]; spans: Span[] }) {
  const long = idle
    .filter(({ from, to }) => to - from >= NOTABLE_WAIT_MS)
    .sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .slice(0, MOST_WAITS);
  if (long.length === 0) return null;
  return (
    <>
      <p class="label">Longest waits</p>
      <ul class="waits">
        {long.map(({ from, to }) => {
          const waiting = spans.filter((span) => span.from <= from && span.to >= to);
          const [first] = waiting.toSorted((a, b) => a.to - b.to || (a.id < b.id ? -1 : 1));
          return (
            <li>
              {`${duration(to - from)}, starting at ${duration(from)}: `}
              {first ? (
                <>
                  {`${count(waiting.length, 'case')}, the first to finish: `}
                  <CaseLink model={model} id={first.id} />
                </>
              ) : (
                'no case was running'
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const NOTABLE_WAIT_MS = 1000;
const MOST_WAITS = 3;

function spent({ record }: Model): string {
  if (!record.timing.spent) return '';
  const { startUpMs, quietWindowMs, recordMs } = record.timing.spent;
  const before = startUpMs > 0 ? `Before it, the process took ${duration(startUpMs)} to start. ` : '';
  return `${before}Waiting for the final quiet window took ${duration(quietWindowMs)}; making this record took another ${duration(recordMs)}.`;
}

function bound({ record }: Model): string {
  const { lowerBoundMs, quietWindowMs, readyMs, roundTrips, roundTripMs } = record.timing;
  if (lowerBoundMs <= 0) return '';
  const parts = [
    readyMs === undefined ? '' : `getting ready took ${duration(readyMs)}, `,
    roundTrips
      ? `${count(roundTrips, 'round trip')} of ${duration(roundTripMs)} had to follow each other, `
      : '',
    `absence takes a quiet window of ${duration(quietWindowMs)}`,
  ];
  return `It could not have been faster than ${duration(lowerBoundMs)}: ${parts.join('')}.`;
}

const WIDTH = 1000;
const HEAD = 26;
const TALLEST = 420;
/** Gaps are drawn if they are wider than this part of the exchanges: finer ones cannot be seen when there are many. */
const EXCHANGES_PER_GAP = 6000;
