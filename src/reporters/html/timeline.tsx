import { STANDINGS } from '../standing.js';
import { duration } from '../words.js';
import { FALLBACK } from './bar.js';
import type { Model } from './model.js';
import { packed, spansOf, step, waits } from './timeline-lanes.js';

/** The run in time: a thin line a case, thick where a request was in flight, webhooks below, waits shaded. */
export function TimelineSection({ model }: { model: Model }) {
  const { record } = model;
  if (record.cases.length === 0 || record.durationMs <= 0) return null;
  const spans = spansOf(record);
  const { rows, count } = packed(spans.values());
  const idle = waits(record, Math.max(50, record.durationMs / 100));
  const idleMs = idle.reduce((sum, { from, to }) => sum + to - from, 0);
  const x = (ms: number) => Number(((ms / record.durationMs) * WIDTH).toFixed(1));
  const rowHeight = Math.min(7, TALLEST / Math.max(1, count));
  const y = (row: number) => Number((HEAD + row * rowHeight + rowHeight / 2).toFixed(1));
  const stroke = (id: string, span: { from: number; to: number } | undefined) => {
    if (!span) return [];
    const end = Math.max(x(span.from) + 0.8, x(span.to)).toFixed(1);
    return [`M${x(span.from)} ${y(rows.get(id) ?? 0)}H${end}`];
  };
  const bottom = HEAD + count * rowHeight + 8;
  const ticks = Array.from(
    { length: Math.floor(record.durationMs / step(record.durationMs)) + 1 },
    (_, at) => at * step(record.durationMs),
  );
  const summary = `The run took ${duration(record.durationMs)}; for ${duration(idleMs)} of it no request was in flight.`;
  return (
    <section id="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Time</h2>
      <p class="lead">{`${summary} ${bound(model)}`}</p>
      <figure class="picture wide">
        <svg class="timeline" viewBox={`-6 0 ${WIDTH + 12} ${bottom + 30}`} role="img" aria-label={summary}>
          {idle.map(({ from, to }) => (
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
          {STANDINGS.map((kind) => {
            const cases = record.cases.filter((one) => rows.has(one.id) && model.standingOf(one) === kind);
            if (cases.length === 0) return null;
            const thin = cases.flatMap((one) => stroke(one.id, spans.get(one.id)));
            const thick = cases.flatMap((one) =>
              model
                .exchangesOf(one)
                .filter(({ caseId }) => caseId === one.id)
                .flatMap(({ startedMs, durationMs }) =>
                  stroke(one.id, { from: startedMs, to: startedMs + durationMs }),
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
            d={record.events.map(({ atMs }) => `M${x(atMs)} ${bottom + 4}v9`).join('')}
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
    </section>
  );
}

function bound({ record }: Model): string {
  const { lowerBoundMs, quietWindowMs } = record.timing;
  return lowerBoundMs > 0
    ? `It could not have been faster than ${duration(lowerBoundMs)}, for absence takes a quiet window of ${duration(quietWindowMs)}.`
    : '';
}

const WIDTH = 1000;
const HEAD = 26;
const TALLEST = 420;
