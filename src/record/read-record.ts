import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { packageRoot } from '../package-root.js';
import type { RunRecord } from './types.js';

/**
 * Reads a `results.json` and holds it against its schema, so that whoever gets the record can rely on its shape.
 * @throws RecordError when there is no such file, or when it is no record of a run
 */
export async function readRecord(path: string): Promise<RunRecord> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await bounded(path));
  } catch (error) {
    if (error instanceof RecordError) throw error;
    // The parser's own words would repeat what stands in the file.
    if (error instanceof SyntaxError) throw new RecordError(path, 'it is not JSON');
    throw new RecordError(
      path,
      `it cannot be opened (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  const validate = compiled();
  if (validate(parsed)) return parsed;
  const { instancePath, message } = validate.errors?.[0] ?? {};
  throw new RecordError(
    path,
    `it is no record of a run: ${instancePath ? `${instancePath} ` : ''}${message ?? 'another shape'}`,
  );
}

/** A file that should hold the record of a run and does not. */
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

/** Far above any run's record. */
const MOST_BYTES = 64 * 1024 * 1024;

async function bounded(path: string): Promise<string> {
  const found = await stat(path);
  // To open a pipe would wait for its other end.
  if (!found.isFile()) throw new RecordError(path, 'it is no file');
  if (found.size > MOST_BYTES) throw new RecordError(path, 'it is larger than 64 MiB');
  return readFile(path, 'utf8');
}

let validator: ValidateFunction<RunRecord> | undefined;

function compiled(): ValidateFunction<RunRecord> {
  validator ??= new Ajv({ allowUnionTypes: true }).compile<RunRecord>(
    JSON.parse(readFileSync(join(packageRoot(), 'spec', 'schema', 'results.schema.json'), 'utf8')),
  );
  return validator;
}
