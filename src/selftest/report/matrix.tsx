import type { SelftestRecord } from '../../record/selftest.js';
import { Scroll } from '../../reporters/html/scroll.js';
import { encodePng } from './png.js';

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
