import { stringify } from 'yaml';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { asyncapi } from '../export/asyncapi.js';
import { openapi } from '../export/openapi.js';
import { postman } from '../export/postman.js';
import { discoveredIn, type Json, type Source } from '../export/source.js';
import { recordAt } from '../record/read-record.js';
import type { RunRecord } from '../record/types.js';
import { printable, quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { writeNew } from './write-new.js';

export interface ExportFlags {
  apiVersion?: string;
  from?: string;
  out?: string;
  force?: boolean;
  spec?: string;
}

const FORMATS: Record<string, (source: Source) => Json> = { openapi, asyncapi, postman };

/**
 * `conform export`: one version of the interface in another format, to standard output or a file (YAML if its name
 * says so). With --from, a run's discoveries fill in what the interface does not show.
 */
export async function exportCommand(format: string, flags: ExportFlags): Promise<number> {
  const make = FORMATS[format];
  const known = Object.keys(FORMATS);
  if (!make)
    throw wrong(
      'export',
      `${quoted(format)} is not known; expected ${closest(format, known) ?? known.join(' or ')}`,
    );
  const record = flags.from === undefined ? null : await recordAt(flags.from);
  const description = chosen(await loadDescriptions(flags.spec), flags.apiVersion, record);
  const document = make({ description, discovered: record && discoveredIn(record, description.version) });
  const { out } = flags;
  const asYaml = out !== undefined && /\.ya?ml$/i.test(out);
  const text = asYaml ? stringify(document) : `${JSON.stringify(document, null, 2)}\n`;
  if (out === undefined) process.stdout.write(text);
  else {
    await writeNew(out, text, { force: flags.force === true });
    process.stdout.write(`Wrote ${printable(out)}.\n`);
  }
  return 0;
}

/** Default: the newest that the record checked, or that is described. */
function chosen(
  descriptions: readonly Description[],
  wanted: string | undefined,
  record: RunRecord | null,
): Description {
  const offered = descriptions.filter(
    ({ version }) => record === null || record.target.versions.includes(version),
  );
  const found = wanted === undefined ? offered.at(-1) : offered.find(({ version }) => version === wanted);
  if (found) return found;
  const versions = offered.map(({ version }) => version).join(' or ');
  throw wrong(
    wanted === undefined ? '--from' : '--api-version',
    `${wanted === undefined ? 'the record knows no version that is described' : `version ${quoted(wanted)} is not ${record ? 'in the record' : 'described'}`}${versions ? `; expected ${versions}` : ''}`,
  );
}

function wrong(where: string, message: string): UsageError {
  return new UsageError([{ where, message }]);
}
