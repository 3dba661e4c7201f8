import type { TruthRow } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { Mark, resultOfVerdict } from './marks.js';
import type { Model } from './model.js';
import { Scroll } from './scroll.js';

/** The versions side by side: what each routing scenario must send, and what was seen. */
export function TruthTable({ model }: { model: Model }) {
  const { truthTable, target } = model.record;
  if (truthTable.length === 0) return null;
  const scenarios = [...groupBy(truthTable, ({ scenario }) => scenario).values()];
  const operations = [...new Set(truthTable.map(({ operation }) => operation))];
  return (
    <>
      <p class="lead">
        Whether the last message of each scenario asks for a destination. <b class="differs">≠</b> marks the
        scenarios in which the versions differ.
      </p>
      <Scroll label="Routing truth table">
        <table class="truth">
          <thead>
            <tr>
              <th scope="col" rowspan={2}>
                Scenario
              </th>
              {target.versions.map((version) => (
                <th scope="colgroup" colspan={operations.length}>
                  {version}
                </th>
              ))}
            </tr>
            <tr>
              {target.versions.flatMap((_, at) =>
                operations.map((operation, nth) => (
                  <th scope="col" class={at > 0 && nth === 0 ? 'apart' : undefined}>
                    <code>{operation}</code>
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {scenarios.map((rows) => (
              <tr>
                <th scope="row">
                  {rows[0]?.title} {rows.some(differs) && <b class="differs">≠</b>}
                </th>
                {target.versions.flatMap((version) =>
                  operations.map((operation) => (
                    <Cell
                      model={model}
                      cell={rows
                        .find((row) => row.operation === operation)
                        ?.cells.find((cell) => cell.version === version)}
                    />
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function Cell({ model, cell }: { model: Model; cell: TruthRow['cells'][number] | undefined }) {
  if (!cell) return <td class="none">–</td>;
  const anchor = model.anchor(cell.caseId);
  const testCase = model.caseOf(cell.caseId);
  const kind = testCase ? model.resultOf(testCase) : resultOfVerdict(cell.verdict);
  const open = cell.expected === 'open';
  return (
    <td class={kind}>
      <a href={anchor === null ? '#cases' : `#${anchor}`}>
        <Mark kind={kind} /> <span>{kind === 'skipped' ? 'not run' : cell.observed}</span>
      </a>
      {cell.expected !== cell.observed && (
        <span class="due">{open ? 'either is right' : `due: ${cell.expected}`}</span>
      )}
    </td>
  );
}

function differs(row: TruthRow): boolean {
  return new Set(row.cells.map(({ expected }) => expected)).size > 1;
}
