import { deflateSync } from 'node:zlib';
import { groupBy } from '../../group-by.js';
import type { MutantRecord, SelftestRecord } from '../../record/selftest.js';
import { Scroll } from '../../reporters/html/marks.js';

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
          How many mutants each group of cases found; in brackets those found only by collateral failures, of
          cases that do not aim at what was broken.
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

/** Mutants by cases, one point per failure. */
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
        case that is to kill the mutant; amber: another failure.
      </figcaption>
    </figure>
  );
}

/** An indexed picture as PNG: one byte per pixel, an index into the palette (`#rrggbb`); index 0 is transparent. */
function encodePng(rows: readonly Uint8Array[], palette: readonly string[]): Buffer {
  const width = rows[0]?.length ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  // 8 bits per pixel, indexed colour; compression, filter and interlace have their only or plain values.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.map((colour) => colour.slice(1)).join(''), 'hex');
  const lines = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('tRNS', Buffer.of(0)),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** CRC-32 as PNG has it (ISO 3309). */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

const TABLE = Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
