import type { StatementRecord } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { STANDINGS } from '../standing.js';
import { section } from '../words.js';
import { Mark, standingOfVerdict } from './marks.js';
import type { Model } from './model.js';

/** Every statement by every version: one sign each, which leads to its cases. */
export function MatrixSection({ model }: { model: Model }) {
  const { statements, target } = model.record;
  if (statements.length === 0) return null;
  return (
    <section id="statements" aria-labelledby="statements-title">
      <h2 id="statements-title">Statements</h2>
      <p class="lead">{`Every sentence of the interface document that can be tested: ${statements.length}.`}</p>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Statement</th>
            {target.versions.map((version) => (
              <th scope="col">{version}</th>
            ))}
          </tr>
        </thead>
        {[...groupBy(statements, section)].map(([name, own]) => (
          <tbody>
            <tr class="group">
              <th scope="rowgroup" colspan={1 + target.versions.length}>
                {`Section ${name.slice(1)}`}
              </th>
            </tr>
            {own.map((one) => (
              <tr>
                <th scope="row">
                  {one.text} <code>{one.id}</code>
                  {one.level !== 'required' && <span class="level">{one.level}</span>}
                  {one.untestable !== undefined && (
                    <span class="untestable">Not testable: {one.untestable}</span>
                  )}
                </th>
                {target.versions.map((version) => (
                  <Cell model={model} statement={one} version={version} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Cell({ model, statement, version }: { model: Model; statement: StatementRecord; version: string }) {
  if (!statement.versions.includes(version)) return <td class="none">–</td>;
  const cases = statement.cases
    .flatMap((id) => model.caseOf(id) ?? [])
    .filter((one) => one.version === version);
  const [worst] = [...cases].sort(
    (a, b) => STANDINGS.indexOf(model.standingOf(a)) - STANDINGS.indexOf(model.standingOf(b)),
  );
  const verdict = standingOfVerdict(statement.verdicts[version] ?? 'untested');
  const kind = verdict === 'failed' && worst ? model.standingOf(worst) : verdict;
  const passed = cases.filter((one) => one.verdict === 'pass').length;
  return (
    <td class={kind}>
      {worst ? (
        <a href={`#${model.anchor(worst.id)}`} data-query={`st:${statement.id} v:${version}`}>
          <Mark kind={kind} />{' '}
          <span class="of">{passed === cases.length ? cases.length : `${passed}/${cases.length}`}</span>
        </a>
      ) : (
        <Mark kind={kind} />
      )}
    </td>
  );
}
