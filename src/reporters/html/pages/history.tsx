import { duration } from '../../../duration.js';
import { conjunction, count } from '../../../phrases.js';
import { CASE_RESULTS, targetName } from '../../../record/case-results.js';
import type { ChangeCounts, History, ListedRun, UnreadableRun } from '../../changes.js';
import { headline, moment, tallied, toneOf, verdictParts } from '../../results.js';
import { page } from '../document.js';
import { Bar, Mark, resultOfVerdict, Scroll } from '../marks.js';
import { toMarkup } from '../to-markup.js';

/** Occurs in every list of runs, and in no other page: a target's text cannot contain the angle bracket. */
export const HISTORY_MARK = '<main class="comparison history">';

/** `index.html` over a folder of runs: the latest one, then all of them, newest first, as one page without a script. */
export function renderHistory(history: History): string {
  const latest = history.runs.find(isListed);
  return page({
    title: `${count(history.runs.length, 'run')}${latest ? `, the latest: ${headline(latest.run)}` : ''}`,
    tone: toneOf(latest?.run.verdict),
    body: toMarkup(<Runs history={history} latest={latest ?? null} />),
    script: '',
  });
}

function isListed(run: ListedRun | UnreadableRun): run is ListedRun {
  return 'run' in run;
}

function Runs({ history: { runs, more }, latest }: { history: History; latest: ListedRun | null }) {
  return (
    <main class="comparison history">
      <header class={`masthead ${latest?.run.verdict ?? ''}`}>
        {latest ? (
          <Latest latest={latest} newest={runs[0] === latest} />
        ) : (
          <h1>No run in this folder can be read.</h1>
        )}
      </header>
      <HeatMap runs={runs.filter(isListed)} />
      <h2>
        Runs <span class="soft">{runs.length}</span>
      </h2>
      <ol class="runs">
        {runs.map((run) => (
          <li>{isListed(run) ? <Row run={run} /> : <Unreadable run={run} />}</li>
        ))}
      </ol>
      {more > 0 && <p class="lead alike">{`${count(more, 'older run')} not listed.`}</p>}
    </main>
  );
}

function Latest({
  latest: { name, run, report, difference },
  newest,
}: {
  latest: ListedRun;
  newest: boolean;
}) {
  const [first, rest] = verdictParts(run);
  return (
    <>
      <p class="eyebrow">
        {newest ? 'Latest run · ' : 'Latest run that can be read · '}
        <span class="soft">{`${targetName(run.target)}, ${moment(run.startedAt)}`}</span>
      </p>
      <h1>{first}</h1>
      {rest !== '' && <p class="rest">{rest}</p>}
      <p class="rest">
        <Links name={name} report={report} difference={difference} />
      </p>
    </>
  );
}

function Row({ run: { name, run, counts, report, difference } }: { run: ListedRun }) {
  return (
    <>
      <div class="who">
        <b class={`verdict ${run.verdict}`}>{headline(run)}</b>
        <span>{moment(run.startedAt)}</span>
        <code>{name}</code>
      </div>
      <div class="what">
        <span class="target">{targetName(run.target)}</span>
        <span class="soft">{`${conjunction(run.target.versions)}, ${duration(run.durationMs)}`}</span>
        <Bar counts={counts} />
        <span class="soft">
          {CASE_RESULTS.filter((kind) => counts[kind] > 0)
            .map((kind) => tallied(counts[kind], kind))
            .join(', ') || 'no case'}
        </span>
      </div>
      <div class="where">
        <Links name={name} report={report} difference={difference} />
      </div>
    </>
  );
}

function Links({ name, report, difference }: Pick<ListedRun, 'name' | 'report' | 'difference'>) {
  return (
    <>
      <a href={report ?? `${encodeURIComponent(name)}/results.json`}>
        {report ? 'Report' : 'Results, without a report'}
        <span class="unseen">{` of ${name}`}</span>
      </a>{' '}
      {difference ? (
        <a href={difference.page}>
          {`Since the run before: ${changed(difference)}`}
          <span class="unseen">{`, from ${difference.since} to ${name}`}</span>
        </a>
      ) : (
        <span class="soft">no run before it here</span>
      )}
    </>
  );
}

function changed({ worse, repaired, lone, other, sameTarget }: ChangeCounts): string {
  const parts = [
    ...(worse > 0 ? [`${worse} worse`] : []),
    ...(repaired > 0 ? [`${repaired} passing now`] : []),
    ...(other > 0 ? [`${other} changed otherwise`] : []),
    ...(lone > 0 ? [`${lone} not in both`] : []),
  ];
  return `${parts.join(', ') || 'nothing changed in what both checked'}${sameTarget ? '' : ' (the run before had another target)'}`;
}

function Unreadable({ run: { name, why } }: { run: UnreadableRun }) {
  return (
    <>
      <div class="who">
        <b class="verdict">Unreadable</b>
        <code>{name}</code>
      </div>
      <div class="what soft">{`Its results.json cannot be read: ${why}.`}</div>
    </>
  );
}

/** Statements by run, oldest first, that did not hold in every run; the others are counted. */
function HeatMap({ runs }: { runs: readonly ListedRun[] }) {
  const shown = runs.slice(0, MOST_RUNS).reverse();
  if (shown.length < 2) return null;
  const outcomes = shown.map(
    ({ statements }) =>
      new Map(statements.map((statementOutcome) => [statementOutcome.id, statementOutcome])),
  );
  const all = new Map(
    shown.flatMap(({ statements }) =>
      statements.map((statementOutcome) => [statementOutcome.id, statementOutcome] as const),
    ),
  );
  const rows = [...all.values()].filter(({ id }) =>
    outcomes.some((own) => !['pass', 'untested'].includes(own.get(id)?.verdict ?? 'untested')),
  );
  const steady = all.size - rows.length;
  return (
    <section aria-labelledby="heat-title">
      <h2 id="heat-title">
        Statements over time <span class="soft">{rows.length}</span>
      </h2>
      <p class="lead">{`${count(steady, 'statement')} held in every run that looked at ${steady === 1 ? 'it' : 'them'}. The others, from the oldest run to the latest:`}</p>
      {rows.length > 0 && (
        <Scroll label="Statements by runs">
          <table class="heat">
            <thead>
              <tr>
                <th scope="col">Statement</th>
                {shown.map(({ run }, at) => (
                  <th scope="col" title={moment(run.startedAt)}>
                    {at + 1}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, section, text }) => (
                <tr>
                  <th scope="row">
                    {`§${section} ${text}`} <code>{id}</code>
                  </th>
                  {outcomes.map((own) => {
                    const kind = resultOfVerdict(own.get(id)?.verdict ?? 'untested');
                    return (
                      <td class={kind}>
                        <Mark kind={kind} />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

const MOST_RUNS = 30;
