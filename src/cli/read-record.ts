import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../record/types.js';
import { Stop } from '../run/stop.js';
import { printable } from '../yaml/problem.js';

const FORMAT: RunRecord['schema'] = 'conform-results/1';

/** Reads the record of a run from its `results.json`, or from the folder with it. Throws a Stop with exit code 2. */
export async function readRecord(path: string): Promise<RunRecord> {
  const file = (await isFolder(path)) ? join(path, 'results.json') : path;
  const value = await parse(file);
  if (!isRecord(value)) throw unreadable(file, `is no record of the format ${FORMAT}`);
  return value;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function parse(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, `cannot be read (${error.code})`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(file, 'is no JSON');
  }
}

/** As much of the shape as is read: a record of a later release may hold more. */
function isRecord(value: unknown): value is RunRecord {
  return (
    isObject(value) &&
    value['schema'] === FORMAT &&
    isListOf(value['cases'], ['id', 'title', 'verdict']) &&
    isListOf(value['observations'], ['gap', 'version', 'value']) &&
    isListOf(value['baseline'], ['caseId', 'reason', 'state'])
  );
}

function isListOf(value: unknown, texts: readonly string[]): boolean {
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && texts.every((name) => typeof one[name] === 'string'))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(file: string, what: string): Stop {
  return new Stop(
    2,
    'results',
    `${printable(file)} ${what}.`,
    'Expected results.json of a run, or the folder with it.',
  );
}
