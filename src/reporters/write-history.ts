import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordError, readRecord } from '../record/read-record.js';
import { RESULTS, runsIn } from '../record/runs-folder.js';
import type { RunRecord } from '../record/types.js';
import { ReportError, writeWhole } from '../write-whole.js';
import { changeCounts, type History, listed } from './changes.js';
import { renderComparison } from './html/pages/comparison.js';
import { HISTORY_MARK, renderHistory } from './html/pages/history.js';

/** Runs listed at most; older ones are counted. */
const MOST_RUNS = 200;

/**
 * Writes `index.html`, the list of the runs in the folder, and `compare-*.html`, what changed from each run to the next.
 * Their links are relative, so the folder works the same from disk and from any web server. Two records are held at a
 * time.
 * @throws ReportError when a page cannot be written, or when an `index.html` that is not such a list is in the way
 */
export async function writeHistory(dir: string, most = MOST_RUNS): Promise<History> {
  const index = join(dir, 'index.html');
  await ownPageOnly(dir, index);
  const names = await runsIn(dir);
  const shown = names.slice(0, most);
  const runs: History['runs'] = [];
  let before: { name: string; record: RunRecord; report: string | null } | null = null;
  for (const name of shown.reverse()) {
    const record: RunRecord | RecordError = await readRecord(join(dir, name, RESULTS)).catch(unreadable);
    if (record instanceof RecordError) {
      runs.unshift({ name, why: record.why });
      continue;
    }
    const page = comparisonName(name);
    const report = await reportOf(dir, name);
    if (before)
      await writeWhole(join(dir, page), renderComparison([before.record, record], [before.report, report]));
    runs.unshift({
      ...listed(name, record),
      report,
      difference: before && changeCounts(before, record, page),
    });
    before = { name, record, report };
  }
  const history = { runs, more: names.length - runs.length };
  await writeWhole(index, renderHistory(history));
  return history;
}

function unreadable(error: unknown): RecordError {
  if (error instanceof RecordError) return error;
  throw error;
}

/** A page that somebody else put there is not ours to replace. */
async function ownPageOnly(dir: string, index: string): Promise<void> {
  const text = await readFile(index, 'utf8').catch(() => null);
  if (text !== null && !text.includes(HISTORY_MARK))
    throw new ReportError(dir, 'listed', 'its index.html is another page, and is left as it is', null);
}

/** Named after the newer run. A name that could trouble a file system or an address is replaced by its hash. */
function comparisonName(name: string): string {
  const plain = /^[\w.-]{1,100}$/.test(name);
  return `compare-${plain ? name : createHash('sha256').update(name).digest('hex').slice(0, 16)}.html`;
}

async function reportOf(dir: string, name: string): Promise<string | null> {
  const found = await stat(join(dir, name, 'index.html')).catch(() => null);
  return found?.isFile() ? `${encodeURIComponent(name)}/index.html` : null;
}
