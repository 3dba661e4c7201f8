import { casesOf } from '../cases/derive.js';
import { isCalled } from '../cases/filter.js';
import { gapsOf } from '../cases/statements.js';
import type { Case, Need } from '../cases/types.js';
import { procedure } from '../cases/words/procedure.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Gap, Level, Statement } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { groupBy } from '../group-by.js';
import { conjunction, count } from '../phrases.js';
import { REASON_GROUPS, REASONS, reasonEntry, splitReasonCode } from '../reasons.js';
import { levelName } from '../record/case-results.js';
import { gaps } from '../run/case-records.js';
import { printable, quoted, shellWord } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
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

/** What a case does and why, step by step. */
export function explainCase(testCase: Case, descriptions: readonly Description[]): string {
  const description = descriptions.find(({ version }) => version === testCase.version);
  if (description === undefined) return '';
  const statements = testCase.statements.map(
    (id) => `  §${description.statements[id]?.section} ${description.statements[id]?.text} [${id}]`,
  );
  return [
    testCase.id,
    testCase.title,
    '',
    levelLine(testCase),
    ...(statements.length > 0
      ? ['Proves:', ...statements]
      : ['Observes only: what the interface does not show is never judged.']),
    'Steps:',
    ...procedure(testCase, description).map((line, at) => `  ${at + 1}. ${line}`),
    ...(testCase.needs.length > 0 ? ['Needs:', ...testCase.needs.map((need) => `  ${needWords(need)}`)] : []),
    `Repeat: npx conform --grep ${testCase.id}`,
  ].join('\n');
}

/** What a violation leads to; a case that only observes has none where the interface is silent. */
function levelLine(testCase: Case): string {
  const { level } = testCase;
  const observed = [...new Set(gapsOf(testCase))];
  const several = observed.length > 1;
  if (observed.length === 0 || level === 'observed') return `Level: ${levelName(level)}; ${LEVELS[level]}.`;
  return `Level: ${levelName(level)}; also records how the target answers ${several ? 'open questions' : 'an open question'} (${observed.join(', ')}). Only a violation of a statement below counts.`;
}

const LEVELS: Record<Level, string> = {
  required: 'a violation fails the run',
  expected: 'a violation is a warning, or fails the run with --level expected',
  observed: 'the result is recorded',
};

/** What the statements and open questions with this id say; empty: there are none. */
export function explainEntry(
  id: string,
  descriptions: readonly Description[],
  cases: readonly Case[],
): string[] {
  return [
    ...entries(id, descriptions, ({ statements }) => statements, explainStatement, cases),
    ...entries(id, descriptions, ({ gaps }) => gaps, explainGap, cases),
  ];
}

/** What a reason code of a record means, usually comes from, and what to do about it; null: no such code. */
export function explainReason(code: string): string[] | null {
  const [meaning, rest] = splitReasonCode(code);
  const entry = reasonEntry(rest);
  if (entry === null) return null;
  return [
    `Reason ${code}: ${meaning ? `${meaning}; ` : ''}${entry.words}.`,
    ...(entry.cause ? [`  Usual cause: ${entry.cause}`] : []),
    ...(entry.remedy ? [`  What to do: ${entry.remedy}`] : []),
  ];
}

/** The explanations of an id, each once for all versions that share it. */
function entries<Entry>(
  id: string,
  descriptions: readonly Description[],
  entriesOf: (description: Description) => Record<string, Entry>,
  explain: (id: string, entry: Entry, versions: string[], cases: readonly Case[]) => string[],
  cases: readonly Case[],
): string[] {
  const said = descriptions.flatMap((description) => {
    const entry = entriesOf(description)[id];
    return entry === undefined ? [] : [{ version: description.version, entry }];
  });
  return [...groupBy(said, ({ entry }) => JSON.stringify(entry)).values()].flatMap((alike) => {
    const versions = alike.map(({ version }) => version);
    const own = cases.filter(({ version }) => versions.includes(version));
    return alike.slice(0, 1).flatMap(({ entry }) => explain(id, entry, versions, own));
  });
}

function explainStatement(
  id: string,
  { section, level, text, untestable, preflight }: Statement,
  versions: string[],
  cases: readonly Case[],
): string[] {
  const own = cases.filter(({ statements }) => statements.includes(id));
  return [
    `${versions.join(', ')} §${section} ${levelName(level)}: ${text}`,
    ...(untestable ? [`  Untestable: ${untestable}`] : []),
    ...(preflight ? ['  The preflight checks it before any case runs.'] : []),
    ...(untestable || preflight ? [] : listed(own)),
  ];
}

/** What answers an open question, or why nothing can. */
function explainGap(
  id: string,
  { section, question, from, unobservable }: Gap,
  versions: string[],
  cases: readonly Case[],
): string[] {
  const own = cases.filter((testCase) => gapsOf(testCase).includes(id));
  return [
    `${versions.join(', ')} §${section} open question: ${question}`,
    ...(unobservable ? [`  Cannot be observed: ${unobservable}`] : []),
    ...(from ? [`  Answered by the ${from} of a run.`] : []),
    ...listed(own),
  ];
}

function listed(cases: readonly Case[]): string[] {
  if (cases.length === 0) return [];
  return [`  ${count(cases.length, 'case')}:`, ...casePatterns(cases).map((pattern) => `    ${pattern}`)];
}

/**
 * Cases as patterns for `--grep`, as few as possible; one pattern covers all that differ only in version and
 * operation: `{1.0,1.2}/group/name/{one,other}`.
 */
export function casePatterns(cases: readonly Case[]): string[] {
  return [...groupBy(cases, ({ group, name }) => `${group}/${name}`)].flatMap(([path, alike]) => {
    const byVersion = [...groupBy(alike, ({ version }) => version)].map(([version, own]) => ({
      version,
      operations: braced(own.flatMap(({ operation }) => operation ?? [])),
    }));
    return [...groupBy(byVersion, ({ operations }) => operations)].map(([operations, own]) =>
      [braced(own.map(({ version }) => version)), path, operations].filter((part) => part !== '').join('/'),
    );
  });
}

function braced(words: readonly string[]): string {
  return words.length > 1 ? `{${words.join(',')}}` : words.join('');
}

/** What a case needs from a deployment and its configuration, and where to provide it. */
function needWords(need: Need): string {
  switch (need.kind) {
    case 'https':
      return 'a target reached over https://';
    case 'webhook':
      return 'a webhook address that the target accepts and can reach (--webhook-url)';
    case 'consent':
      return 'permission to overwrite the webhook address (--allow-webhook-change)';
    case 'second-key':
      return 'the key of a second contact point ("target.secondKey")';
    case 'unset-address':
      return 'a contact point that has no webhook address ("target.freshKeys")';
    case 'fresh-key':
      return 'a contact point that never had a webhook address ("target.freshKeys")';
    case 'restricted':
      return `the key of an account that lacks ${need.operation}${need.version === undefined ? '' : ` in version ${need.version}`} ("target.restricted")`;
    case 'restricted-has':
      return `that this account has ${conjunction(need.operations)}`;
    case 'two-destinations':
      return 'a second destination in the contact point';
    case 'online':
      return 'employees who are online';
    case 'action':
      return `a driver that can do "${need.action}" ("operator")`;
    case 'shows':
      return `an inbox that shows ${conjunction(need.names)} ("operator")`;
    case 'body':
      return `the body of ${need.operation}: discovered, or "dialect.${need.operation}.body"`;
    case 'version':
      return `version ${need.version} in the same run`;
  }
}
