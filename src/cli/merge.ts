import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { loadDescriptions } from '../description/load.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { recordAt } from '../record/read-record.js';
import { RESULTS, runsIn } from '../record/runs-folder.js';
import { mergeRecords } from '../run/merge/merge-records.js';
import { printable } from '../terminal-text.js';
import { commandLine, publish } from './check-target.js';

export interface MergeFlags {
  out: string;
  requireComplete?: boolean;
  json?: boolean;
  color: boolean;
  spec?: string;
}

/**
 * `conform merge`: joins the records of shards, versions or machines into one, writes all reports, prints the summary.
 * Returns the exit code that one run would have had; throws a NoVerdict with exit code 2 for what cannot be joined.
 * @param paths folders with a `results.json`, such files, or folders of such folders
 */
export async function mergeCommand(paths: readonly string[], flags: MergeFlags): Promise<number> {
  const { out, requireComplete = false, json = false, color, spec } = flags;
  const found = (await Promise.all(paths.map(recordsBelow))).flat();
  const folder = resolve(out);
  if (found.some((path) => resolve(path) === join(folder, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'merge',
      `The merged reports would replace those in ${printable(out)}, which is one of the parts.`,
      '--out names another folder.',
    );
  const records = [];
  for (const path of found) records.push(await recordAt(path));
  const descriptions = await loadDescriptions(spec);
  const merged = mergeRecords(records, { descriptions, requireComplete, command: commandLine() });
  await publish(merged, { folder, json, color: color && !process.env['NO_COLOR'] }, { own: false });
  return merged.exitCode;
}

/** A folder without a record stands for all runs in it, as CI systems download them. */
async function recordsBelow(path: string): Promise<string[]> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return [path];
  if (existsSync(join(path, RESULTS))) return [join(path, RESULTS)];
  const runs = await runsIn(path);
  if (runs.length > 0) return runs.sort().map((name) => join(path, name, RESULTS));
  throw new NoVerdict(
    EXIT.usage,
    'results',
    `${printable(path)} holds no ${RESULTS}, nor does a folder in it.`,
    `conform run --out DIR writes one; name DIR, or the folder of several (${basename(resolve(path))}/DIR/${RESULTS}).`,
  );
}
