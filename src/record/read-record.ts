import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { readProblem } from '../file-problem.js';
import { packageRoot } from '../package-root.js';
import { inert, printable } from '../terminal-text.js';
import { RESULTS } from './runs-folder.js';
import type { SelftestRecord } from './selftest.js';
import type { RunRecord } from './types.js';

/**
 * A reader of one kind of JSON file, which checks what it reads against a schema of `spec/schema/`, so that whoever gets
 * the content can rely on its shape.
 * @param kind what the file should be, for the message: "record of a run"
 * @returns a function that throws a RecordError when there is no such file, or when it is no such record
 */
function checkedReader<T>(schema: string, kind: string): (path: string) => Promise<T> {
  let validate: ValidateFunction<T> | undefined;
  let own: string | undefined;
  return async (path) => {
    const parsed = await parse(path);
    if (!validate) {
      const rules = JSON.parse(readFileSync(join(packageRoot(), 'spec', 'schema', schema), 'utf8'));
      validate = new Ajv({ allowUnionTypes: true }).compile<T>(rules);
      own = rules.properties?.schema?.const;
    }
    if (validate(parsed)) return parsed;
    const { instancePath, message } = validate.errors?.[0] ?? {};
    const other = otherSchema(parsed, own);
    if (other !== null) throw new RecordError(path, other);
    throw new RecordError(
      path,
      `it is not a ${kind}: ${instancePath ? `${instancePath} ` : ''}${message ?? 'another shape'}`,
    );
  };
}

/** Says that another version of the program wrote it; null: nothing in it says so. */
function otherSchema(parsed: unknown, own: string | undefined): string | null {
  const given = (parsed as { schema?: unknown } | null)?.schema;
  if (own === undefined || typeof given !== 'string' || given === own) return null;
  if (given.split('/')[0] !== own.split('/')[0]) return null;
  return `another version of conform wrote it (its schema is not ${own}); run again with this one`;
}

/** A file that should hold a record but does not. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
  constructor(
    readonly path: string,
    /** What is wrong, in words that may repeat names of the file's keys. */
    readonly why: string,
  ) {
    super(`${path} cannot be read: ${why}.`);
  }
}

async function parse(path: string): Promise<unknown> {
  try {
    return JSON.parse(await bounded(path));
  } catch (error) {
    if (error instanceof RecordError) throw error;
    // The parser's own words would repeat what is in the file.
    if (error instanceof SyntaxError) throw new RecordError(path, 'it is not JSON');
    throw new RecordError(
      path,
      `it cannot be opened (${readProblem((error as NodeJS.ErrnoException).code)})`,
    );
  }
}

/** Far above any record. */
const MOST_BYTES = 64 * 1024 * 1024;

async function bounded(path: string): Promise<string> {
  const found = await stat(path);
  // Opening a pipe would wait for its other end.
  if (!found.isFile()) throw new RecordError(path, 'it is not a file');
  if (found.size > MOST_BYTES) throw new RecordError(path, 'it is larger than 64 MiB');
  return readFile(path, 'utf8');
}

/**
 * Reads a `results.json` and checks it against its schema.
 * @throws RecordError when there is no such file, or when it is no record of a run
 */
export const readRecord = checkedReader<RunRecord>('results.schema.json', 'record of a run');

/**
 * Reads a `selftest.json` and checks it against its schema.
 * @throws RecordError when there is no such file, or when it is no record of a self-test
 */
export const readSelftest = checkedReader<SelftestRecord>('selftest.schema.json', 'record of a self-test');

/** The record of a run, from its `results.json` or from the folder with it. Throws a NoVerdict with exit code 2. */
export async function recordAt(path: string): Promise<RunRecord> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (folder && !existsSync(join(path, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'results',
      `${path} holds no ${RESULTS}.`,
      `A run writes one. conform report ${path} alone lists the runs in its subfolders.`,
    );
  try {
    return await readRecord(folder ? join(path, RESULTS) : path);
  } catch (error) {
    if (error instanceof RecordError)
      throw new NoVerdict(EXIT.usage, 'results', inert(error.message), hintFor(path));
    throw error;
  }
}

/** The folder of a run that is named by its `results.json` or by the folder itself. */
export function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path;
}

/** If the file does not exist, nothing has been run yet, or somewhere else. */
function hintFor(path: string): string | null {
  return existsSync(path) ? null : `A run writes ${RESULTS}; name it, or its folder.`;
}

/**
 * Ids of the cases to run again: those that failed, broke, stayed inconclusive or were interrupted, except known failures
 * of a baseline. Throws a NoVerdict with exit code 2 if there is no such run, or nothing is left.
 * @param folder the reports of that run
 */
export async function lastFailed(folder: string): Promise<string[]> {
  if (!existsSync(join(folder, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'results',
      `--last-failed needs the results of an earlier run, and ${printable(folder)} holds none.`,
      'Run without it first; --out names the folder of its reports.',
    );
  const { cases, verdict } = await recordAt(folder);
  const left = cases.filter(
    ({ verdict, accepted, reason }) =>
      (['fail', 'error', 'inconclusive'].includes(verdict) || reason?.code === 'interrupted') && !accepted,
  );
  if (left.length > 0) return left.map(({ id }) => id);
  const found = verdict === 'no-verdict' ? 'no case was run' : 'every case passed or was skipped';
  throw new NoVerdict(
    EXIT.usage,
    'nothing-selected',
    `In the last run, whose results are in ${printable(folder)}, ${found}.`,
    'Leave out --last-failed to check all.',
  );
}
