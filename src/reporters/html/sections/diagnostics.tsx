import { duration } from '../../../duration.js';
import { moment } from '../../words.js';
import { Facts } from '../facts.js';
import type { Model } from '../model.js';
import { Timeline } from './timeline.js';

/** How the run went, for those who ask about the run and not about the target. */
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
    ['Employee side', target.operator],
    ['Webhooks', target.webhookUrl ?? 'no catcher'],
    ['Started', moment(record.startedAt)],
    ['Round trip', duration(timing.roundTripMs)],
    ['"Sends no event"', `not within ${duration(timing.quietWindowMs)}, nor later in this run`],
    ['"Sends an event"', `within ${duration(timing.eventTimeoutMs)}`],
    ...(strays && strays.foreign + strays.refused + strays.dropped > 0
      ? [
          [
            'Not of this run',
            `${strays.foreign} webhooks for others, ${strays.refused} refused, ${strays.dropped} dropped`,
          ] as [string, string],
        ]
      : []),
  ];
  return <Facts facts={facts} />;
}
