import type { TruthRow } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { Mark, standingOfVerdict } from './marks.js';
import type { Model } from './model.js';
import { Scroll } from './scroll.js';

/** The versions side by side: what each routing scenario must send, and what was seen. */
export function TruthTable({ model }: { model: Model }) {
  const { truthTable, target } = model.record;
  if (truthTable.length === 0) return null;
  const scenarios = groupBy(truthTable, ({ scenario }) => scenario);
  return (
    <Scroll label="Routing truth table">
      <table class="truth">
        <caption>
          What the last message of each scenario sends. Rows in which the versions differ are marked{' '}
          <b class="differs">≠</b>.
        </caption>
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">Operation</th>
            {target.versions.map((version) => (
              <th scope="col">{version}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...scenarios.values()].map((rows) =>
            rows.map((row, at) => (
              <tr class={at === 0 ? 'first' : undefined}>
                {at === 0 && (
                  <th scope="rowgroup" rowspan={rows.length}>
                    {row.title} {differs(row) && <b class="differs">≠</b>}
                  </th>
                )}
                <td>
                  <code>{row.operation}</code>
                </td>
                {target.versions.map((version) => (
                  <Cell model={model} row={row} version={version} />
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Scroll>
  );
}

function Cell({ model, row, version }: { model: Model; row: TruthRow; version: string }) {
  const cell = row.cells.find((one) => one.version === version);
  if (!cell) return <td class="none">not in this version</td>;
  const anchor = model.anchor(cell.caseId);
  const one = model.caseOf(cell.caseId);
  const kind = one ? model.standingOf(one) : standingOfVerdict(cell.verdict);
  const open = cell.expected === 'open';
  const off = cell.expected !== cell.observed && !open;
  return (
    <td class={kind}>
      <a href={anchor === null ? '#cases' : `#${anchor}`}>
        <Mark kind={kind} /> {open && cell.observed === 'unknown' ? 'either' : cell.observed}
      </a>
      {off && <span class="due">{`due: ${cell.expected}`}</span>}
      {open && <span class="due">left open</span>}
    </td>
  );
}

function differs(row: TruthRow): boolean {
  return new Set(row.cells.map(({ expected }) => expected)).size > 1;
}
