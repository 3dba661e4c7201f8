import { duration } from '../../duration.js';
import { countStandings, STANDINGS } from '../standing.js';
import { count, headline, moment, parted, tallied } from '../words.js';
import { Bar } from './bar.js';
import type { Model } from './model.js';

/** The verdict sentence, the numbers that matter and what was checked. */
export function Masthead({ model }: { model: Model }) {
  const { record } = model;
  const [first, rest] = parted(record.sentence);
  const title = headline(record);
  const repeated = first.toLowerCase().startsWith(title.toLowerCase());
  return (
    <header class={`masthead ${record.verdict}`}>
      <p class="eyebrow">
        {!repeated && `${title} · `}
        <span class="soft">
          {record.target.bundled && 'The bundled reference service, '}
          {record.target.baseUrl}
        </span>
      </p>
      <h1>{first}</h1>
      {rest !== '' && <p class="rest">{model.unproven.length > 0 ? <a href="#unproven">{rest}</a> : rest}</p>}
      {record.partial && <p class="notice">What follows is what the run had seen until then.</p>}
      <Proportions model={model} />
      <Facts model={model} />
    </header>
  );
}

/** One bar over all cases, and the counts as links into the list. */
function Proportions({ model: { record } }: { model: Model }) {
  const counts = countStandings(record);
  const shown = [...STANDINGS].reverse().filter((kind) => counts[kind] > 0);
  return (
    <>
      <Bar counts={counts} />
      <ul class="tally">
        {shown.map((kind) => (
          <li>
            <a href="#cases" data-query={`s:${kind}`} class={kind}>
              <strong>{counts[kind]}</strong> {tallied(counts[kind], kind).replace(/^\d+ /, '')}
            </a>
          </li>
        ))}
        <li class="soft">{`${shown.length > 1 ? `${count(record.cases.length, 'case')} ` : ''}in ${duration(record.durationMs)}`}</li>
      </ul>
    </>
  );
}

function Facts({ model: { record } }: { model: Model }) {
  const { target, timing } = record;
  const facts: [string, string][] = [
    ['Versions', target.versions.join(', ')],
    ['Employee side', target.operator],
    ['Webhooks', target.webhookUrl ?? 'no catcher'],
    ['Started', moment(record.startedAt)],
    ['Round trip', duration(timing.roundTripMs)],
    ['“Sends no event”', `not within ${duration(timing.quietWindowMs)}, nor later in this run`],
    ['“Sends an event”', `within ${duration(timing.eventTimeoutMs)}`],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
