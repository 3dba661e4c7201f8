import { loadDescriptions } from '../description/load.js';
import { NoVerdict } from '../run/no-verdict.js';
import { quoted } from '../yaml/problem.js';
import { type Entry, isMeant } from './listed/entry.js';

export interface ListFlags {
  statements?: boolean;
  faults?: boolean;
  dialects?: boolean;
  variables?: boolean;
  json?: boolean;
  grep?: string[];
  spec?: string;
}

/**
 * `conform list`: case ids; with --statements what becomes of each sentence of the interface, with --faults in what ways
 * the sandbox can be broken, with --dialects in what ways it can fill what is open, with --variables what a run can be
 * told. A line each, or one JSON array with --json.
 */
export async function listCommand(flags: ListFlags): Promise<number> {
  const { grep = [], json = false } = flags;
  const wanted = (await entries(flags)).filter((one) => isMeant(one, grep));
  if (wanted.length === 0)
    throw new NoVerdict(2, 'nothing-selected', `Nothing fits ${grep.map(quoted).join(' or ')}.`);
  process.stdout.write(
    json
      ? `${JSON.stringify(
          wanted.map(({ data }) => data),
          null,
          2,
        )}\n`
      : wanted.map(({ line }) => `${line}\n`).join(''),
  );
  return 0;
}

async function entries({ statements, faults, dialects, variables, spec }: ListFlags): Promise<Entry[]> {
  if (faults) return (await import('./listed/faults.js')).faultEntries();
  if (dialects) return (await import('./listed/dialects.js')).dialectEntries();
  if (variables) return (await import('./listed/variables.js')).variableEntries();
  const descriptions = await loadDescriptions(spec);
  return statements
    ? (await import('./listed/statements.js')).statementEntries(descriptions)
    : (await import('./listed/cases.js')).caseEntries(descriptions);
}
