import { EXIT, NoVerdict } from '../exit-codes.js';
import { difference, isWorse } from '../record/difference.js';
import { recordAt } from '../record/read-record.js';
import { differenceData, differenceText } from '../reporters/changes.js';
import { renderComparison } from '../reporters/html/pages/comparison.js';
import { print } from './print.js';
import { writeNew } from './write-new.js';

/**
 * `conform diff`: what changed from one run to a later one. Returns 0 when nothing changed for the worse and 1 when
 * something did; throws a NoVerdict with exit code 2 for what cannot be read, and for a page that cannot be written.
 */
export async function diffCommand(
  before: string,
  after: string,
  { html, json = false }: { html?: string; json?: boolean },
): Promise<number> {
  const records = [await recordAt(before), await recordAt(after)];
  const found = difference(records);
  if (found.alike.length + found.changed.length === 0 && found.notCompared > 0)
    throw new NoVerdict(
      EXIT.usage,
      'nothing-in-common',
      'No case was asked for in both runs.',
      'Compare runs of the same cases; conform merge joins the shards of one.',
    );
  if (html !== undefined) await writeNew(html, renderComparison(records), { force: true });
  const worse = isWorse(found);
  if (json) process.stdout.write(`${JSON.stringify({ worse, ...differenceData(found) }, null, 2)}\n`);
  else print(differenceText(found));
  return worse ? 1 : 0;
}
