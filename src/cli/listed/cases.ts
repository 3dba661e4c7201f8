import { casesOf } from '../../cases/derive.js';
import { fits } from '../../cases/filter.js';
import { gapsOf } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import type { Description, Gap, Statement } from '../../description/types.js';
import { count } from '../../reporters/words.js';
import { gaps as gapRecords } from '../../run/record.js';
import { type Entry, inNaturalOrder } from './entry.js';

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
      line: `${id}  ${level}  ${title}`,
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

/** Tested statements, untestable ones with the reason, and gaps, by version and section: nothing is left over. */
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
  const becomes = preflight ? `${level} preflight` : `${level} ${count(cases.length, 'case')}`;
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
    line: `${id}  ${version} §${section} gap ${number} ${answeredBy(gap, cases.length)}  ${question}${unobservable ? ` (${unobservable})` : ''}`,
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
