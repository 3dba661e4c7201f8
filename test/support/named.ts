/** For tests: rows with their names before them. As `$name` a name would be quoted, and cut where it is long. */
export function named<Row extends { name: string }>(rows: readonly Row[]): [string, Row][] {
  return rows.map((row) => [row.name, row]);
}
