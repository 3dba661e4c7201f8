import { casesOf } from '../cases/derive.js';
import { fits } from '../cases/filter.js';
import { gapsOf, matches } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { OPTION_ROWS, variablesOf } from '../configuration/option-table.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Gap, Statement } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { count } from '../phrases.js';
import { levelName } from '../record/case-results.js';
import { gaps as gapRecords } from '../run/case-records.js';
import { quoted } from '../terminal-text.js';
import { suggestPattern } from '../yaml/closest.js';
import { print } from './print.js';

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
 * `conform list`: case ids; with --statements what happens to each sentence of the interface, with --faults the ways
 * to break the sandbox, with --dialects the ways to fill what is open, with --variables the options of a run. One
 * line each, or one JSON array with --json.
 */
export async function listCommand(flags: ListFlags): Promise<number> {
  const { grep = [], json = false } = flags;
  const all = await entries(flags);
  const wanted = all.filter((entry) => isMeant(entry, grep));
  if (wanted.length === 0)
    throw new NoVerdict(
      EXIT.usage,
      'nothing-selected',
      `Nothing matches ${grep.map(quoted).join(' or ')}.`,
      meant(grep, all),
    );
  if (json)
    process.stdout.write(
      `${JSON.stringify(
        wanted.map(({ data }) => data),
        null,
        2,
      )}\n`,
    );
  else print(wanted.map(({ line }) => line).join('\n'), 4);
  return 0;
}

/** Suggests only what is listed: a fault may have a name that nothing else has. */
function meant(patterns: readonly string[], all: readonly Entry[]): string {
  const words = [
    ...new Set(all.flatMap(({ data: { id, statements } }) => [...id.split('/'), ...(statements ?? [])])),
  ];
  const isListed = (candidate: string): boolean => all.some((entry) => isMeant(entry, [candidate]));
  const near = patterns.flatMap((pattern) => suggestPattern(pattern, { words, fits: isListed }) ?? []);
  const without = 'Without --grep all are listed.';
  return near.length > 0 ? `Did you mean ${near.map(quoted).join(' or ')}? ${without}` : without;
}

async function entries({ statements, faults, dialects, variables, spec }: ListFlags): Promise<Entry[]> {
  if (faults) return faultEntries();
  if (dialects) return dialectEntries();
  if (variables) return variableEntries();
  const descriptions = await loadDescriptions(spec);
  return statements ? statementEntries(descriptions) : caseEntries(descriptions);
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

/** The ways to break the sandbox. The faults are loaded here, because that takes long. */
async function faultEntries(): Promise<Entry[]> {
  const { namedFaults } = await import('../reference/faults/catalogue.js');
  return inNaturalOrder(namedFaults, ({ name }) => [name]).map(({ name: id, summary }) => ({
    line: `${id}  ${summary}`,
    data: { id, summary },
  }));
}

/** The ways to fill what the interface leaves open, and how often each tries a delivery. */
async function dialectEntries(): Promise<Entry[]> {
  const { describedDialects } = await import('../reference/dialect/dialects.js');
  return (await describedDialects()).map(({ name: id, summary, tries }) => ({
    line: `${id}  ${summary}; ${tries === 1 ? 'one attempt' : `${tries} attempts`} at a delivery`,
    data: { id, summary, attempts: tries },
  }));
}

/** Every case, by version, group, name and operation. */
export function caseEntries(descriptions: readonly Description[]): Entry[] {
  const sorted = inNaturalOrder(casesOf(descriptions), ({ version, group, name, operation = '' }) => [
    version,
    group,
    name,
    operation,
  ]);
  return sorted.map((testCase): Entry => {
    const { id, version, group, name, operation, level, title, statements, needs } = testCase;
    return {
      line: `${id}  ${levelName(level)}  ${title}`,
      data: {
        id,
        version,
        group,
        name,
        ...(operation !== undefined && { operation }),
        level,
        title,
        statements,
        gaps: [...new Set(gapsOf(testCase))],
        needs,
      },
      fits: (pattern) => fits(pattern, testCase),
    };
  });
}

/** Tested statements, untestable ones with the reason, and gaps, by version and section: nothing is left out. */
export function statementEntries(descriptions: readonly Description[]): Entry[] {
  const cases = casesOf(descriptions);
  const numbers = new Map(gapRecords(descriptions).map(({ id, number }) => [id, number]));
  return inNaturalOrder(descriptions, ({ version }) => [version]).flatMap(({ version, statements, gaps }) => {
    const own = cases.filter((testCase) => testCase.version === version);
    return [
      ...bySection(statements).map(([id, statement]) => statementEntry(id, version, statement, own)),
      ...bySection(gaps).map(([id, gap]) => gapEntry(id, version, gap, numbers.get(id) ?? 0, own)),
    ];
  });
}

function bySection<One extends { section: string }>(entries: Record<string, One>): [string, One][] {
  return inNaturalOrder(Object.entries(entries), ([, { section }]) => [section]);
}

function statementEntry(
  id: string,
  version: string,
  { section, level, text, untestable, preflight }: Statement,
  own: readonly Case[],
): Entry {
  const cases = own.filter((testCase) => testCase.statements.includes(id)).map((testCase) => testCase.id);
  const becomes = preflight
    ? `${levelName(level)} preflight`
    : `${levelName(level)} ${count(cases.length, 'case')}`;
  return {
    line: untestable
      ? `${id}  ${version} §${section} untestable  ${text} (${untestable})`
      : `${id}  ${version} §${section} ${becomes}  ${text}`,
    data: {
      id,
      kind: 'statement',
      version,
      section,
      level,
      text,
      cases,
      ...(untestable !== undefined && { untestable }),
      ...(preflight !== undefined && { preflight }),
    },
  };
}

function gapEntry(id: string, version: string, gap: Gap, number: number, own: readonly Case[]): Entry {
  const { section, question, from, unobservable } = gap;
  const cases = own.filter((testCase) => gapsOf(testCase).includes(id)).map((testCase) => testCase.id);
  return {
    line: `${id}  ${version} §${section} open question ${number} ${answeredBy(gap, cases.length)}  ${question}${unobservable ? ` (${unobservable})` : ''}`,
    data: {
      id,
      kind: 'gap',
      version,
      section,
      number,
      question,
      cases,
      ...(from !== undefined && { from }),
      ...(unobservable !== undefined && { unobservable }),
    },
  };
}

/** What answers a gap: cases, the preflight, the traffic, another version's cases, or nothing. */
function answeredBy({ from, unobservable }: Gap, cases: number): string {
  if (unobservable) return 'unobservable';
  if (cases > 0) return count(cases, 'case');
  return from ? `from the ${from}` : 'asked in another version';
}

/** One line of `conform list`. */
export interface Entry {
  /** Begins with its id and two spaces. */
  line: string;
  /** The same for programs, with everything known about it. */
  data: { id: string; statements?: readonly string[] } & Record<string, unknown>;
  /** Patterns that fit besides those for the line or the id. */
  fits?: (pattern: string) => boolean;
}

/** Whether `--grep` selects an entry: by a part of its line, or by a glob over its id. */
export function isMeant({ line, data, fits }: Entry, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some(
      (pattern) =>
        line.includes(pattern) || data.level === pattern || matches(pattern, data.id) || fits?.(pattern),
    )
  );
}

/** Sorted by each part in turn, with numbers by value: 1.2 before 1.10. Equal ones keep their order. */
export function inNaturalOrder<Item>(items: readonly Item[], partsOf: (item: Item) => string[]): Item[] {
  return items
    .map((item) => ({ item, parts: partsOf(item) }))
    .sort((a, b) => compare(a.parts, b.parts))
    .map(({ item }) => item);
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const order = ORDER.compare(part, b[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

const ORDER = new Intl.Collator('en', { numeric: true });
