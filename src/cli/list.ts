import { deriveCases } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';

export interface ListFlags {
  statements?: boolean;
  grep?: string[];
  spec?: string;
}

/** `conform list`: case ids, or with --statements what becomes of each sentence of the interface. */
export async function listCommand({ statements, grep = [], spec }: ListFlags): Promise<number> {
  const descriptions = await loadDescriptions(spec);
  const cases = deriveCases(descriptions);
  const lines = statements ? statementLines(descriptions, cases) : caseLines(cases);
  const wanted = lines.filter(
    (line) =>
      grep.length === 0 ||
      grep.some((pattern) => line.includes(pattern) || matches(pattern, line.split(/\s/)[0] ?? '')),
  );
  process.stdout.write(wanted.map((line) => `${line}\n`).join(''));
  return wanted.length === 0 ? 2 : 0;
}

function caseLines(cases: readonly Case[]): string[] {
  return cases.map(({ id, title, level }) => `${id}  ${level}  ${title}`);
}

/** Tested statements, untestable ones with the reason, and gaps: nothing is left over. */
function statementLines(descriptions: readonly Description[], cases: readonly Case[]): string[] {
  return descriptions.flatMap((description) => {
    const { version, statements, gaps } = description;
    const own = cases.filter((one) => one.version === version);
    const tested = Object.entries(statements).map(([id, { section, level, text, untestable }]) => {
      const count = own.filter((one) => one.statements.includes(id)).length;
      return untestable
        ? `${id}  ${version} §${section} untestable  ${text} (${untestable})`
        : `${id}  ${version} §${section} ${level} ${count} ${count === 1 ? 'case' : 'cases'}  ${text}`;
    });
    return [
      ...tested,
      ...Object.entries(gaps).map(
        ([id, { section, question }]) => `${id}  ${version} §${section} gap  ${question}`,
      ),
    ];
  });
}
