import { casesOf } from '../cases/derive.js';
import { isCalled } from '../cases/filter.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { REASON_GROUPS, REASONS } from '../reasons.js';
import { gaps } from '../run/case-records.js';
import { printable, quoted, shellWord } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { explainCase, explainEntry, explainReason } from './explanations.js';
import { print } from './print.js';

interface ExplainFlags {
  spec?: string;
  all?: boolean;
}

/**
 * `conform explain`: what a case does and why, or what a statement, an open question or a reason means; or all of it.
 */
export async function explainCommand(id: string | undefined, { spec, all }: ExplainFlags): Promise<number> {
  if (all && id !== undefined)
    throw new NoVerdict(EXIT.usage, 'usage', '--all explains everything; leave out the id.');
  const descriptions = await loadDescriptions(spec);
  const cases = casesOf(descriptions);
  print(all ? explainAll(descriptions, cases) : explainOne(id, descriptions, cases));
  return 0;
}

function explainOne(
  id: string | undefined,
  descriptions: readonly Description[],
  cases: readonly Case[],
): string {
  if (id === undefined)
    throw new NoVerdict(
      EXIT.usage,
      'usage',
      'explain needs <id> (of a case, a statement, an open question or a reason); --all explains everything.',
    );
  const testCase = cases.find((each) => each.id === id);
  if (testCase) return explainCase(testCase, descriptions);
  const entry = gapOfNumber(id, descriptions) ?? id;
  const lines = [...explainEntry(entry, descriptions, cases), ...(explainReason(id) ?? [])];
  if (lines.length > 0) return lines.join('\n');
  const [first, ...others] = cases.filter((each) => isCalled(id, each));
  if (first) return [explainCase(first, descriptions), ...alsoCalled(others)].join('\n');
  throw new NoVerdict(
    EXIT.usage,
    'unknown-id',
    `Nothing is called ${quoted(id)}.`,
    nearestId(id, descriptions, cases),
  );
}

/** Further cases of a name that several share. */
function alsoCalled(others: readonly Case[]): string[] {
  return others.length === 0 ? [] : ['', 'Other cases of this name:', ...others.map(({ id }) => `  ${id}`)];
}

/** The open question with this number, as reports write it: `53` or `no. 53`. */
function gapOfNumber(text: string, descriptions: readonly Description[]): string | undefined {
  const [, number] = /^(?:no\.? ?)?(\d+)$/.exec(text) ?? [];
  return gaps(descriptions).find((gap) => gap.number === Number(number))?.id;
}

/** Every statement, open question, reason and case. */
function explainAll(descriptions: readonly Description[], cases: readonly Case[]): string {
  const idsOf = (of: (description: Description) => object): string[] => [
    ...new Set(descriptions.flatMap((description) => Object.keys(of(description)))),
  ];
  const entries = [...idsOf(({ statements }) => statements), ...idsOf(({ gaps }) => gaps)].map((id) =>
    [id, ...explainEntry(id, descriptions, cases).map((line) => `  ${line}`)].join('\n'),
  );
  const reasons = REASON_GROUPS.flatMap(([, group]) => Object.keys(group)).map((code) =>
    (explainReason(code) ?? []).join('\n'),
  );
  return [...entries, ...reasons, ...cases.map((testCase) => explainCase(testCase, descriptions))].join(
    '\n\n',
  );
}

/**
 * What an unknown id may have meant: one that begins like it, is spelled nearly like it, or has nearly the same
 * words.
 */
function nearestId(id: string, descriptions: readonly Description[], cases: readonly Case[]): string {
  const ids = [
    ...cases.map((testCase) => testCase.id),
    ...descriptions.flatMap(({ statements, gaps }) => [...Object.keys(statements), ...Object.keys(gaps)]),
    ...Object.keys(REASONS),
  ];
  if (/[*{]/.test(id))
    return `That is a pattern; conform list --grep ${shellWord(printable(id))} prints the ids that match it.`;
  const words = id.split('/').filter(Boolean);
  // Version, group and operation alone say little.
  const alike = ({ id: other, name }: Case): boolean =>
    words.includes(name) &&
    words.filter((word) => other.split('/').includes(word)).length >= Math.max(1, words.length - 1);
  const found = ids.find((other) => other.startsWith(id)) ?? closest(id, ids) ?? cases.find(alike)?.id;
  const meant = found === undefined ? either(reasonsLike(id)) : found;
  return `${meant ? `Did you mean ${meant}? ` : ''}conform list prints the ids of cases, conform list --statements those of statements and open questions; docs/reasons.md has the reasons.`;
}

function either(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' or ');
}

/** Codes of the reasons that share most words with an id; words of the code count more than those of its text. */
function reasonsLike(id: string): string[] {
  const words = wordsOf(id).filter((word) => word.length >= SHORTEST_WORD);
  const scored = Object.entries(REASONS).map(([code, { words: said }]) => {
    const [own, about] = [wordsOf(code), wordsOf(said)];
    return {
      code,
      score:
        words.filter((word) => own.includes(word)).length * 2 +
        words.filter((word) => about.includes(word)).length,
    };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const found = best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ code }) => code);
  return found.length <= MOST_MEANT ? found : [];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^a-z]+/);
}

/** Shorter ones, such as "no" and "the", say nothing about what was meant. */
const SHORTEST_WORD = 4;
/** Nobody would choose among more. */
const MOST_MEANT = 6;
