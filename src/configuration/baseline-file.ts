import { readProblem } from '../file-problem.js';
import { type Located, toPlain, valuePosition, YamlError } from '../yaml/located.js';
import { BOUNDS, type Bounds, readYaml } from '../yaml/read-yaml.js';

import { schemaCheck } from '../yaml/schema-check.js';
import { fileMistake, type Mistake, UsageError } from './usage-error.js';

/** A known failure: it does not fail a run as long as the case ends this way and the entry has not expired. */
export interface BaselineEntry {
  /** Id of a case, or a glob over ids. */
  case: string;
  verdict: 'fail' | 'inconclusive';
  reason: string;
  link?: string;
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  expires?: string;
}

/** Room for three thousand entries, each with what went wrong above it. */
const ROOM: Bounds = { ...BOUNDS, bytes: 2 * 1024 * 1024, tokens: 120_000, nodes: 50_000 };

const checkSchema = schemaCheck('baseline.schema.json');

/**
 * Reads a file of known failures.
 * @throws UsageError
 */
export async function readBaseline(path: string): Promise<BaselineEntry[]> {
  const root = await parse(path);
  const missing = withoutReason(root);
  if (missing.length > 0) throw new UsageError(missing);
  const mistakes = (await checkSchema(root)).map(fileMistake);
  if (mistakes.length > 0) throw new UsageError(mistakes);
  const { known } = toPlain(root) as { known: WrittenEntry[] };
  const faulty = known.flatMap((entry, at) => [
    ...noDay(root, at, entry.expires),
    ...notOneOfBoth(root, at, entry),
  ]);
  if (faulty.length > 0) throw new UsageError(faulty);
  return known.flatMap(({ case: one, cases, ...entry }) =>
    (cases ?? [one ?? '']).map((each) => ({ case: each, ...entry })),
  );
}

/** An entry as written: for one case, or for several that fail for one reason. */
type WrittenEntry = Omit<BaselineEntry, 'case'> & { case?: string; cases?: string[] };

function notOneOfBoth(root: Located, at: number, entry: WrittenEntry): Mistake[] {
  if ((entry.case === undefined) !== (entry.cases === undefined)) return [];
  const place = valuePosition(root, ['known', String(at)]);
  const has = entry.case === undefined ? 'neither "case" nor "cases"' : 'both "case" and "cases"';
  return [
    fileMistake({
      ...place,
      message: `this entry has ${has}; expected "case", an id or a glob, or "cases", a list of them`,
    }),
  ];
}

/** One mistake for all entries without a reason: whoever wrote the file knows where to go on. */
function withoutReason(root: Located): Mistake[] {
  const { known } = (toPlain(root) ?? {}) as { known?: unknown };
  if (!Array.isArray(known)) return [];
  const open = known.flatMap((entry, at) =>
    (entry as { reason?: unknown } | null)?.reason === '' ? [String(at)] : [],
  );
  const [first] = open;
  if (first === undefined) return [];
  const place = valuePosition(root, ['known', first, 'reason']);
  const message =
    open.length === 1
      ? 'this entry needs a reason; expected why the failure is accepted'
      : `${open.length} entries need a reason, this is the first; expected why each failure is accepted`;
  return [fileMistake({ ...place, message })];
}

function noDay(root: Located, at: number, expires: string | undefined): Mistake[] {
  if (expires === undefined || isDay(expires)) return [];
  const place = valuePosition(root, ['known', String(at), 'expires']);
  return [
    fileMistake({
      ...place,
      message: 'there is no such day in the calendar; expected a date such as 2027-01-31',
    }),
  ];
}

/** `Date` accepts the 31st of February as a day in March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

async function parse(path: string): Promise<Located> {
  try {
    return await readYaml(path, path, ROOM);
  } catch (error) {
    if (error instanceof YamlError) throw new UsageError(error.problems.map(fileMistake));
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const message = `the file cannot be read (${readProblem(code)}); expected one that conform baseline wrote`;
    throw new UsageError([{ where: path, message }]);
  }
}
