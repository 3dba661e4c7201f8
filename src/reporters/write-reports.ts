import { basename, join } from 'node:path';
import { RESULTS } from '../record/runs-folder.js';
import type { RunRecord } from '../record/types.js';
import { makeFolder, ReportError, removeLeftovers, writeTogether, writing } from '../write-whole.js';
import { ctrfParts } from './ctrf.js';
import { htmlParts } from './html/render-html.js';
import { renderJunit } from './junit.js';
import { renderMarkdown } from './markdown.js';
import { type SelftestDigest, selftestIn } from './selftest-digest.js';

export { ReportError };

/** A report as one text, or in pieces. */
type Render = (
  record: RunRecord,
  selftest: SelftestDigest | null,
) => string | Iterable<string> | Iterable<Uint8Array>;

const RENDERERS: Record<string, Render> = {
  'junit.xml': renderJunit,
  'ctrf.json': ctrfParts,
  'summary.md': renderMarkdown,
  'index.html': htmlParts,
  [RESULTS]: jsonParts,
};

/**
 * Writes every report of the run into `outDir` (created if missing) under fixed names and returns their paths. A
 * self-test whose record is there appears in the report. All are complete under temporary names before the first one
 * takes its place. The record learns how long each took, to show where the time went.
 * @throws ReportError which file failed, and why
 */
export async function writeReports(record: RunRecord, outDir: string): Promise<string[]> {
  const selftest = await selftestIn(outDir);
  await writing(outDir, () => makeFolder(outDir));
  await removeLeftovers(outDir);
  const files = Object.entries(RENDERERS).map(([name, render]) => ({
    path: join(outDir, name),
    content: () => render(record, selftest),
  }));
  await writeTogether(files, (path, ms) => {
    const { spent } = record.timing;
    const name = basename(path);
    if (spent && name !== RESULTS) spent.reportsMs[name] = Math.round(ms);
  });
  return files.map(({ path }) => path);
}

/**
 * `results.json`: the record as it is, for programs; its shape is `spec/schema/results.schema.json`. Each item of a list has
 * a line of its own: set in as well, it would be a third larger. In pieces, because as one text it takes as much memory as
 * the record itself.
 */
export function* jsonParts(record: RunRecord): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${before}\n ${JSON.stringify(name)}: `;
    before = ',';
    if (Array.isArray(value) && value.length > 0) yield* listParts(value);
    else yield within(JSON.stringify([value], null, 1), '[\n ', '\n]');
  }
  yield '\n}\n';
}

/** Items of a list that are written at a time: each part is a system call, and small enough to be held. */
const AT_A_TIME = 32;

function* listParts(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += AT_A_TIME) {
    const some = list.slice(at, at + AT_A_TIME).map((item) => JSON.stringify(item));
    yield `${at === 0 ? '[' : ','}\n  ${some.join(',\n  ')}`;
  }
  yield '\n ]';
}

/** JSON without what it was wrapped in, so that it is indented as deep as it belongs. */
function within(json: string, before: string, after: string): string {
  return json.slice(before.length, -after.length);
}
