import { OPTION_ROWS, variablesOf } from '../configuration/option-table.js';
import { loadDescriptions } from '../description/load.js';
import { EXIT } from '../exit-codes.js';
import { NoVerdict } from '../run/no-verdict.js';
import { suggestPattern } from '../run/suggest-pattern.js';
import { quoted } from '../terminal-text.js';
import { type Entry, inNaturalOrder, isMeant } from './listed/entry.js';

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
 * the sandbox can be broken, with --dialects in what ways it can fill what is open, with --variables the options
 * of a run. A line each, or one JSON array with --json.
 */
export async function listCommand(flags: ListFlags): Promise<number> {
  const { grep = [], json = false } = flags;
  const all = await entries(flags);
  const wanted = all.filter((entry) => isMeant(entry, grep));
  if (wanted.length === 0)
    throw new NoVerdict(
      EXIT.usage,
      'nothing-selected',
      `Nothing fits ${grep.map(quoted).join(' or ')}.`,
      meant(grep, all),
    );
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

/** Names only what is listed: a fault may have a name that nothing else has. */
function meant(patterns: readonly string[], all: readonly Entry[]): string {
  const words = [
    ...new Set(all.flatMap(({ data: { id, statements } }) => [...id.split('/'), ...(statements ?? [])])),
  ];
  const fits = (candidate: string): boolean => all.some((entry) => isMeant(entry, [candidate]));
  const near = patterns.flatMap((pattern) => suggestPattern(pattern, { words, fits }) ?? []);
  const without = 'Without --grep all are listed.';
  return near.length > 0 ? `Did you mean ${near.map(quoted).join(' or ')}? ${without}` : without;
}

async function entries({ statements, faults, dialects, variables, spec }: ListFlags): Promise<Entry[]> {
  if (faults) return faultEntries();
  if (dialects) return dialectEntries();
  if (variables) return variableEntries();
  const descriptions = await loadDescriptions(spec);
  return statements
    ? (await import('./listed/cases.js')).statementEntries(descriptions)
    : (await import('./listed/cases.js')).caseEntries(descriptions);
}

/** Every variable, with the flag and the place in the configuration file that it stands for. */
function variableEntries(): Entry[] {
  return OPTION_ROWS.flatMap((row) =>
    variablesOf(row).map((id): Entry => {
      const { flags = null, path = null } = row;
      const text = id === variablesOf(row)[0] && row.opposite ? `no: ${row.text}` : row.text;
      const places = [flags, path && `file: ${path}`].filter((place) => place !== null);
      return {
        line: `${id}  ${places.length > 0 ? `${places.join(', ')}  ` : ''}${text}`,
        data: { id, flag: flags, file: path, text },
      };
    }),
  );
}

/** The ways in which the sandbox can be broken. The faults are loaded here, for that takes long. */
async function faultEntries(): Promise<Entry[]> {
  const { namedFaults } = await import('../reference/faults/catalogue.js');
  return inNaturalOrder(namedFaults, ({ name }) => [name]).map(({ name: id, summary }) => ({
    line: `${id}  ${summary}`,
    data: { id, summary },
  }));
}

/** How the sandbox can fill what the interface leaves open, and how often each tries a delivery. */
async function dialectEntries(): Promise<Entry[]> {
  const { describedDialects } = await import('../reference/dialect/dialects.js');
  return (await describedDialects()).map(({ name: id, summary, tries }) => ({
    line: `${id}  ${summary}; ${tries === 1 ? 'one attempt' : `${tries} attempts`} at a delivery`,
    data: { id, summary, attempts: tries },
  }));
}
