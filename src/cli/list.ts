import { deriveCases } from '../cases/derive.js';
import { gapsOf, matches } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Gap } from '../description/types.js';
import { faultNames, loadFault } from '../reference/faults/catalogue.js';
import { gaps as gapRecords } from '../run/record.js';
import { Stop } from '../run/stop.js';
import { quoted } from '../yaml/problem.js';
import { naturally } from './naturally.js';

export interface ListFlags {
  statements?: boolean;
  faults?: boolean;
  grep?: string[];
  spec?: string;
}

/**
 * `conform list`: case ids; with --statements what becomes of each sentence of the interface, with --faults in what ways
 * the sandbox can be broken.
 */
export async function listCommand(flags: ListFlags): Promise<number> {
  const { grep = [] } = flags;
  const lines = flags.faults ? await faultLines() : await descriptionLines(flags);
  const wanted = lines.filter(
    (line) =>
      grep.length === 0 ||
      grep.some((pattern) => line.includes(pattern) || matches(pattern, line.split(/\s/)[0] ?? '')),
  );
  if (wanted.length === 0)
    throw new Stop(2, 'nothing-selected', `Nothing fits ${grep.map(quoted).join(' or ')}.`);
  process.stdout.write(wanted.map((line) => `${line}\n`).join(''));
  return 0;
}

async function descriptionLines({ statements, spec }: ListFlags): Promise<string[]> {
  const descriptions = await loadDescriptions(spec);
  const cases = deriveCases(descriptions);
  return statements ? statementLines(descriptions, cases) : caseLines(cases);
}

function faultLines(): Promise<string[]> {
  return Promise.all(
    naturally(faultNames(), (name) => [name]).map(
      async (name) => `${name}  ${(await loadFault(name)).summary}`,
    ),
  );
}

function caseLines(cases: readonly Case[]): string[] {
  const sorted = naturally(cases, ({ version, group, name, operation = '' }) => [
    version,
    group,
    name,
    operation,
  ]);
  return sorted.map(({ id, title, level }) => `${id}  ${level}  ${title}`);
}

/** What answers a gap: cases, the preflight, the traffic, another version's cases, or nothing. */
function answeredBy({ from, unobservable }: Gap, cases: number): string {
  if (unobservable) return 'unobservable';
  if (cases > 0) return `${cases} ${cases === 1 ? 'case' : 'cases'}`;
  return from ? `from the ${from}` : 'asked in another version';
}

/** Tested statements, untestable ones with the reason, and gaps, by section: nothing is left over. */
function statementLines(descriptions: readonly Description[], cases: readonly Case[]): string[] {
  const numbers = new Map(gapRecords(descriptions).map(({ id, number }) => [id, number]));
  return naturally(descriptions, ({ version }) => [version]).flatMap((description) => {
    const { version, statements, gaps } = description;
    const own = cases.filter((one) => one.version === version);
    const bySection = <Entry extends { section: string }>(
      entries: Record<string, Entry>,
    ): [string, Entry][] => naturally(Object.entries(entries), ([, { section }]) => [section]);
    const tested = bySection(statements).map(([id, { section, level, text, untestable, preflight }]) => {
      const count = own.filter((one) => one.statements.includes(id)).length;
      if (preflight) return `${id}  ${version} §${section} ${level} preflight  ${text}`;
      return untestable
        ? `${id}  ${version} §${section} untestable  ${text} (${untestable})`
        : `${id}  ${version} §${section} ${level} ${count} ${count === 1 ? 'case' : 'cases'}  ${text}`;
    });
    return [
      ...tested,
      ...bySection(gaps).map(
        ([id, gap]) =>
          `${id}  ${version} §${gap.section} gap ${numbers.get(id)} ${answeredBy(gap, own.filter((one) => gapsOf(one).includes(id)).length)}  ${gap.question}${gap.unobservable ? ` (${gap.unobservable})` : ''}`,
      ),
    ];
  });
}
