import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { readProblem } from '../file-problem.js';
import { packageRoot } from '../package-root.js';
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
