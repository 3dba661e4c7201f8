import { renderToString } from 'preact-render-to-string';
import type { RunRecord } from '../../record/types.js';
import { type Changes, type Compared, changesOf } from '../changes.js';
import { countStandings, STANDINGS } from '../standing.js';
import { count, duration, headline, moment, tallied } from '../words.js';
import { ComparedObservations } from './compared-observations.js';
import { page } from './document.js';
import { Mark } from './marks.js';
import { Scroll } from './scroll.js';

/**
 * Runs or targets side by side, what changed first, as one page without a script. The columns keep the order of the
 * records; two at least make sense.
 */
export function renderComparison(records: readonly RunRecord[]): string {
  const changes = changesOf(records);
  return page({
    title: `Comparison of ${count(records.length, 'run')}`,
    tone: changes.broken.length > 0 ? 'bad' : changes.standing.length > 0 ? 'open' : 'good',
    body: renderToString(<Comparison records={records} changes={changes} />),
    script: '',
  });
}

function Comparison({ records, changes }: { records: readonly RunRecord[]; changes: Changes }) {
  const tone = changes.broken.length > 0 ? 'not-conformant' : changes.standing.length > 0 ? '' : 'conformant';
  return (
    <main class="comparison">
      <header class={`masthead ${tone}`}>
        <p class="eyebrow">Comparison</p>
        <h1>{sentence(changes)}</h1>
        <Runs records={records} />
      </header>
      {SECTIONS.map(([key, title]) => (
        <Section title={title} rows={changes[key]} records={records} />
      ))}
      <ComparedObservations records={records} names={records.map((_, at) => name(at))} />
      <p class="lead alike">{count(changes.alike, 'case')} ended alike everywhere.</p>
    </main>
  );
}

const SECTIONS: [Exclude<keyof Changes, 'alike'>, string][] = [
  ['broken', 'Newly violated'],
  ['repaired', 'Passing now'],
  ['other', 'Changed otherwise'],
  ['coming', 'Not in every run'],
  ['standing', 'Still violated'],
];

function sentence({ broken, repaired, other, coming, standing, alike }: Changes): string {
  const differing = broken.length + repaired.length + other.length + coming.length;
  if (differing === 0)
    return `Nothing changed: ${count(alike + standing.length, 'case')} ended alike${standing.length > 0 ? `, ${standing.length} of them violated` : ''}.`;
  const parts = [
    ...(broken.length > 0 ? [`${broken.length} newly violated`] : []),
    ...(repaired.length > 0 ? [`${repaired.length} passing now`] : []),
    ...(other.length > 0 ? [`${other.length} changed otherwise`] : []),
    ...(coming.length > 0 ? [`${coming.length} not in every run`] : []),
    ...(standing.length > 0 ? [`${standing.length} still violated`] : []),
  ];
  return `${count(differing, 'case')} differ${differing === 1 ? 's' : ''}: ${parts.join(', ')}.`;
}

function Runs({ records }: { records: readonly RunRecord[] }) {
  return (
    <dl class="facts">
      {records.map((record, at) => {
        const counts = countStandings(record);
        return (
          <div>
            <dt>
              <b class="column">{name(at)}</b> {headline(record)}
            </dt>
            <dd>{record.target.baseUrl}</dd>
            <dd class="soft">{`${moment(record.startedAt)}, ${record.target.versions.join(' and ')}, ${duration(record.durationMs)}`}</dd>
            <dd class="soft">
              {STANDINGS.filter((kind) => counts[kind] > 0)
                .map((kind) => tallied(counts[kind], kind))
                .join(', ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Section({
  title,
  rows,
  records,
}: {
  title: string;
  rows: Compared[];
  records: readonly RunRecord[];
}) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="soft">{rows.length}</span>
      </h2>
      <Scroll label={`${title}: table`}>
        <table class="compared">
          <thead>
            <tr>
              <th scope="col">Case</th>
              {records.map((_, at) => (
                <th scope="col">{name(at)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">
                  {row.title} <code>{row.id}</code>
                </th>
                {row.cells.map((cell) =>
                  cell === null ? (
                    <td class="none">not there</td>
                  ) : (
                    <td class={cell.kind}>
                      <Mark kind={cell.kind} />{' '}
                      {cell.kind !== 'passed' && (
                        <span class="why">{cell.one.received ?? cell.one.reason?.text}</span>
                      )}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** A, B, C and so on; after Z by number. */
function name(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `#${at + 1}`;
}
