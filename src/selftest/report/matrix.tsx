import { groupBy } from '../../group-by.js';
import type { MutantRecord, SelftestRecord } from '../../record/selftest.js';
import { Scroll } from '../../reporters/html/marks.js';
import { encodePng } from './png.js';

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

const [NOTHING, AIMED, BESIDE] = [0, 1, 2];
const PALETTE = ['#000000', '#1b7346', '#d08a1d'];

/** Mutants by cases, a point for each failure. */
export function Matrix({ record }: { record: SelftestRecord }) {
  const columns = new Map(record.cases.map(({ id }, at) => [id, at]));
  const rows = record.mutants.map(({ killers, collateral }) => {
    const row = new Uint8Array(columns.size).fill(NOTHING as number);
    for (const [ids, mark] of [
      [collateral, BESIDE],
      [killers, AIMED],
    ] as const) {
      for (const id of ids) {
        const at = columns.get(id);
        if (at !== undefined) row[at] = mark as number;
      }
    }
    return row;
  });
  if (rows.length === 0 || columns.size === 0) return null;
  const picture = `data:image/png;base64,${encodePng(rows, PALETTE).toString('base64')}`;
  return (
    <figure>
      <Scroll label="Kill matrix, mutant by mutant">
        <img
          src={picture}
          width={columns.size}
          height={rows.length}
          alt={`Kill matrix: ${rows.length} mutants by ${columns.size} cases`}
        />
      </Scroll>
      <figcaption>
        Each row is a mutant, each column a case, both in the order of the lists below. Green: a failure of a
        case that aims at what was broken; amber: another failure.
      </figcaption>
    </figure>
  );
}
