import type { ListedRun } from '../../history.js';
import { count, moment } from '../../words.js';
import { Mark, resultOfVerdict, Scroll } from '../marks.js';

/** Statements by runs, oldest run first: those that did not hold in every run; the others are counted. */
export function HeatMap({ runs }: { runs: readonly ListedRun[] }) {
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
