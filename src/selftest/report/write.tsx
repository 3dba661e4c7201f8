import { join } from 'node:path';
import type { SelftestRecord } from '../../record/selftest.js';
import { page } from '../../reporters/html/document.js';
import { toMarkup } from '../../reporters/html/to-markup.js';
import { count } from '../../reporters/words.js';
import { writeWhole } from '../../reporters/write-whole.js';
import { Page } from './page.js';

/** Writes `selftest.json` and `selftest.html` into a folder. Returns their paths. */
export async function writeSelftest(record: SelftestRecord, folder: string): Promise<string[]> {
  const texts = { 'selftest.json': `${JSON.stringify(record)}\n`, 'selftest.html': renderSelftest(record) };
  return Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const path = join(folder, name);
      await writeWhole(path, text);
      return path;
    }),
  );
}

/** One page without script and without a request. */
export function renderSelftest(record: SelftestRecord): string {
  return page({
    title: `Self-test${record.whole ? '' : ', partial'}: ${count(record.mutants.length, 'mutant')}`,
    tone: record.exitCode !== 0 ? 'bad' : record.whole ? 'good' : 'open',
    body: toMarkup(<Page record={record} />),
    script: '',
  });
}
