import { join } from 'node:path';
import { targetName } from '../record/case-results.js';
import { folderOf, recordAt } from '../record/read-record.js';
import { renderBadge, renderCertificate } from '../reporters/html/pages/claim.js';
import { headline } from '../reporters/results.js';
import { makeFolder, writeWhole } from '../write-whole.js';

/**
 * `conform claim`: the certificate of a run and a badge, from its record. Both say what the run said, whatever that
 * was. They are written beside the record, unless `--out` names another folder. Returns the exit code.
 */
export async function claimCommand(
  from: string,
  { out = folderOf(from) }: { out?: string },
): Promise<number> {
  const record = await recordAt(from);
  await makeFolder(out);
  const files = { 'certificate.html': renderCertificate(record), 'badge.svg': renderBadge(record) };
  for (const [name, text] of Object.entries(files)) await writeWhole(join(out, name), text);
  process.stderr.write(`${headline(record)}: ${targetName(record.target)}\n`);
  process.stdout.write(
    Object.keys(files)
      .map((name) => `Wrote ${join(out, name)}\n`)
      .join(''),
  );
  return 0;
}
