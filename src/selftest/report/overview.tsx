import type { MutantRecord } from '../../record/selftest.js';
import { groupBy } from '../../reporters/group-by.js';
import { Scroll } from '../../reporters/html/scroll.js';

/** The kill matrix in numbers: what was broken by which group of cases found it. */
export function Overview({ mutants }: { mutants: readonly MutantRecord[] }) {
  const areas = [...groupBy(mutants, ({ family }) => family.split(':')[0] ?? family)];
  const groups = [
    ...new Set(mutants.flatMap(({ killers, collateral }) => [...killers, ...collateral].map(groupOf))),
  ];
  return (
    <Scroll label="Kill matrix in numbers">
      <table class="crossed">
        <caption>
          How many mutants each group of cases found; in brackets those that it found beside the mark alone:
          its cases do not aim at what was broken.
        </caption>
        <thead>
          <tr>
            <th scope="col">What was broken</th>
            <th scope="col">mutants</th>
            {groups.map((group) => (
              <th key={group} scope="col">
                {group}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map(([area, own]) => (
            <tr key={area}>
              <th scope="row">{area}</th>
              <td>{own.length}</td>
              {groups.map((group) => (
                <Cell key={group} mutants={own} group={group} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Cell({ mutants, group }: { mutants: readonly MutantRecord[]; group: string }) {
  const isOf = (id: string): boolean => groupOf(id) === group;
  const aimed = mutants.filter(({ killers }) => killers.some(isOf)).length;
  const beside = mutants.filter(
    ({ killers, collateral }) => !killers.some(isOf) && collateral.some(isOf),
  ).length;
  return (
    <td>
      {aimed > 0 ? aimed : <span class="none">·</span>}
      {beside > 0 && <span class="soft">{` (${beside})`}</span>}
    </td>
  );
}

function groupOf(id: string): string {
  return id.split('/')[1] ?? id;
}
