import { capitalized, count } from '../../phrases.js';
import { codes, type PlainReasonCode, reasonWords } from '../../reasons.js';
import type { CaseRecord } from '../../record/types.js';
import { cutText } from '../../terminal-text.js';
import {
  BEFORE_SELECTION,
  GENERATED,
  isOfTheRun,
  LATER_CONVERSATION,
  OF_FAULTS,
  ON_THE_WAY,
} from './ranks.js';
import { type Facts, SENTENCES } from './sentences.js';

/**
 * What is wrong, in one line without a full stop: the operations or events, and the fields.
 * @param cases that fail for one reason, the plainest first
 * @param following others that fail for that reason and are listed under them: circumstances that most of these do not
 *   share explain nothing
 */
export function defectTitle(
  cases: readonly CaseRecord[],
  code: string,
  following: readonly CaseRecord[] = [],
): string {
  const names = namesIn(cases);
  const about = OF_EVENTS.has(code) && names.length > MOST_NAMES ? 'Events' : listed(names);
  // The result of simultaneous moves is judged as a whole: no single operation or event is to blame.
  if (JUDGED_AS_A_WHOLE.has(code) && cases.every(isOfMovesAtOnce)) return titleOfMoves(cases, code, about);
  const facts = factsOf(cases, code, names, about);
  const words = SENTENCES[code as PlainReasonCode]?.(facts) ?? null;
  if (words === null) return about === '' ? capitalized(reasonWords(code)) : `${about}: ${reasonWords(code)}`;
  const isWhole = facts.said !== null && SAID_WHOLLY.has(code);
  const isPart = facts.lost !== null;
  const shared =
    WITH_CIRCUMSTANCES.has(code) && !isWhole
      ? withoutImplied(sharedCircumstances(cases, following, !OF_VALUES.has(code)), { code, words, isPart })
      : [];
  return capitalOfWords(shared.length > 0 ? `${words} (${shared.join(', ')})` : words);
}

/** The operations and events that cases are about, the most frequent first. */
function namesIn(cases: readonly CaseRecord[]): string[] {
  return distinct(
    cases.map(({ judged, operation }) => {
      const name = judged?.about ?? operation;
      return judged?.aboutInWords ?? (name && nameInWords(name));
    }),
  );
}

/** What is wrong with moves at once: no order of them explains what came of them. */
function titleOfMoves(cases: readonly CaseRecord[], code: string, about: string): string {
  const { unexplained, part, about: missing } = cases[0]?.judged ?? {};
  const moves = movesOf(cases);
  if (moves === '' && unexplained !== undefined) return capitalized(unexplained);
  const isMissing = part === 'absent' && missing;
  return `${moves || `${about || 'Moves'} at once`}: ${unexplained ?? (isMissing ? `${missing} does not arrive` : reasonWords(code))}`;
}

/** What sentences can say of cases that fail for one reason. */
function factsOf(cases: readonly CaseRecord[], code: string, names: readonly string[], about: string): Facts {
  const changes = cases.map(({ judged }) => judged?.changes ?? []);
  const [changed = null] = sharedByNearlyAll(changes);
  const ways = distinct(changes.map(([first]) => first));
  // A change that has a name says more than the signs that it put in place of others.
  const usual = ways.find((way) => !way.startsWith('with "')) ?? ways[0];
  const headlines = distinct(cases.map(({ judged }) => judged?.headline));
  const headline = headlines.length === 1 ? cases[0]?.judged?.headline : undefined;
  const withField = cases.filter(({ judged }) => judged?.field !== undefined);
  return {
    about,
    field: listed(distinct(cases.map((testCase) => testCase.judged?.field))),
    // Which field is missing shows in most cases, if not in all.
    most: withField.includes(cases[0] as CaseRecord) && withField.length * 2 > cases.length,
    many: names.length > 1 || names[0] === OTHER_OPERATIONS,
    absent: cases.every(isAbsent),
    rare: cases.every(
      ({ judged }) => judged?.spread !== undefined && 2 * judged.spread.broken < judged.spread.of,
    ),
    sometimes: isNearlyAll(cases, ({ judged }) => judged?.sometimes === true),
    changed,
    example: usual !== undefined && isNearlyAll(cases, hasChanges) ? usual : null,
    said: headline?.replace(/\.$/, '') ?? null,
    lost: LOSSES.has(code) ? lostMessages(cases, about) : null,
    content: LOSSES.has(code) ? lostContent(cases) : null,
  };
}

/** Reasons of which a case that says more than others says all: what else it has in common with them explains nothing. */
const SAID_WHOLLY = codes('no-event', 'unexpected-event');

/** Reasons that may depend on what went before. */
const WITH_CIRCUMSTANCES = new Set([...ON_THE_WAY, ...OF_FAULTS]);

/** Those of them for which the value matters at least as much: it passes elsewhere, and others pass here. */
const OF_VALUES = codes('payload', 'content', 'seen', 'accepted', 'code', 'message', 'status');

/** Reasons that are about events: if more than a few kinds go wrong alike, the kind does not matter. */
const OF_EVENTS = codes(
  'no-event',
  'unexpected-event',
  'wrong-address',
  'user-missing',
  'event-shape',
  'payload',
);

/** Reasons for which the place of what is missing says more than where it is missed. */
const LOSSES = codes('not-delivered', 'history');

/** What missing history says by itself. */
const SAID_BY_HISTORY = 'earlier conversation';

const EXACT_CONVERSATION = /^(second|third or later) conversation$/;

const SOME_MESSAGES = /^\d+ messages$/;

/** If that matters, how many hours it took does not. */
const OVER_MIDNIGHT = 'over midnight';
const SOME_HOURS = /^after \d+ h$/;

/** This many generated cases have little in common by chance. */
const ENOUGH_GENERATED = 3;

/**
 * What nearly all cases have in common of what went before. A single generated case has far too much of that, so these only
 * count if there are several of them and nothing else; a case that judges the whole run has nothing of it.
 * @param onlyTelling leaves out what cases that pass have in common with most of them
 */
function sharedCircumstances(
  cases: readonly CaseRecord[],
  following: readonly CaseRecord[],
  onlyTelling: boolean,
): string[] {
  const plain = cases.filter(isPlain);
  const courses = new Set(cases.map(({ id, version }) => id.slice(version.length)));
  const counted = plain.length === 0 && courses.size >= ENOUGH_GENERATED ? cases : plain;
  const timesTelling = (entry: string): number =>
    counted.filter(({ judged }) => (judged?.telling ?? judged?.circumstances ?? []).includes(entry)).length;
  const shared = inNearlyAll(counted.map(({ judged }) => judged?.circumstances ?? [])).filter(
    (entry) => !onlyTelling || 2 * timesTelling(entry) > counted.length,
  );
  const others = following.filter(isPlain);
  return shared.filter(
    (entry) =>
      2 * others.filter(({ judged }) => judged?.circumstances?.includes(entry)).length >= others.length,
  );
}

/** Nothing in particular went before what a law of the whole run finds. */
function isPlain(testCase: CaseRecord): boolean {
  return !GENERATED.includes(testCase.group) && !isOfTheRun(testCase);
}

/**
 * Circumstances that neither the reason, nor its words, nor another circumstance says already.
 * @param isPart the words say which part of several messages got lost, and so where these stand among the others
 */
function withoutImplied(
  circumstances: readonly string[],
  { code, words, isPart }: { code: string; words: string; isPart: boolean },
): string[] {
  const isSaid = (text: string): boolean =>
    (code === 'history' && text === SAID_BY_HISTORY) ||
    (circumstances.includes(OVER_MIDNIGHT) && SOME_HOURS.test(text)) ||
    (text === LATER_CONVERSATION && circumstances.some((other) => EXACT_CONVERSATION.test(other))) ||
    (text === BEFORE_SELECTION && (isPart || words.includes('before a destination is selected'))) ||
    (isPart && SOME_MESSAGES.test(text));
  return circumstances.filter((text) => !isSaid(text));
}

/** What nearly all lists hold. */
function inNearlyAll(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].filter((entry) => isNearlyAll(lists, (each) => each.includes(entry)));
}

/** What the first list holds, and nearly all others as well. */
function sharedByNearlyAll([first = [], ...others]: readonly (readonly string[])[]): string[] {
  return first.filter((entry) => isNearlyAll(others, (each) => each.includes(entry)));
}

function isNearlyAll<T>(all: readonly T[], fits: (each: T) => boolean): boolean {
  return all.filter(fits).length >= NEARLY_ALL * all.length;
}

function hasChanges({ judged }: CaseRecord): boolean {
  return (judged?.changes ?? []).length > 0;
}

/** One case in many may have found the same in another way. */
const NEARLY_ALL = 0.9;

/** What shows only because moves overlapped; if the moves have no names, what is judged as a whole. */
function isOfMovesAtOnce({ group, judged }: CaseRecord): boolean {
  if (group !== AT_ONCE) return false;
  return judged?.moves !== undefined || (judged?.part !== 'event' && judged?.part !== 'absent');
}

/** The moves of the plainest case, and how many others there are; empty: it had not reached any. */
function movesOf(cases: readonly CaseRecord[]): string {
  const [own, ...others] = cases.map(({ judged }) => judged?.moves?.join(' and '));
  if (own === undefined) return '';
  const further = distinct(others).filter((moves) => moves !== own);
  return `${own} at once${further.length > 0 ? ` (and ${count(further.length, 'other pair')})` : ''}`;
}

const AT_ONCE = 'concurrency';
const JUDGED_AS_A_WHOLE = codes('no-order', 'no-event', 'unexpected-event');

/** Whether the compared values are known and nothing was received; a driver may return null for it. */
export function isAbsent({ judged }: CaseRecord): boolean {
  return judged?.values !== undefined && (judged.values.received ?? null) === null;
}

/** The first names, the others counted. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, `${left} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MOST_NAMES = 4;

/** The most frequent first. */
function distinct(values: (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** The name of an operation or event, or what stands for it if a request is of no documented operation and version. */
export function nameInWords(name: string): string {
  return name === UNLISTED ? OTHER_OPERATIONS : cutText(name, LONGEST_NAME);
}

/** Characters: an unknown operation may have a name of any length. */
const LONGEST_NAME = 40;

const UNLISTED = 'unlisted';
const OTHER_OPERATIONS = 'undocumented paths';

/** Names keep their capitalization; only plain words get a capital. */
function capitalOfWords(text: string): string {
  return text.startsWith('the ') || text.startsWith(OTHER_OPERATIONS) ? capitalized(text) : text;
}

/**
 * Which of several messages got lost, if it is the same part in all cases: the first, the last, or whatever is beyond a
 * number. A sentence about the messages of these operations; null: no part of them, or another one in each case.
 * @param about names of operations; empty: any
 */
export function lostMessages(cases: readonly CaseRecord[], about: string): string | null {
  const losses = cases.map(lossOf);
  const [first] = losses;
  if (!first || losses.some((loss) => loss?.part !== first.part)) return null;
  // Of two messages one is the last, whatever else explains that it got lost; and so is often what a walk loses.
  if (cases.some(isExplained) || cases.every(({ group }) => GENERATED.includes(group))) return null;
  const courses = new Set(cases.map(({ id, version }) => id.slice(version.length)));
  const shown = new Set(losses.map((loss) => loss?.shown));
  const messages = about === '' ? 'messages' : `${about} messages`;
  // One is often left for another reason: it was sent later, or earlier, than those that got lost.
  if (shown.size === 1 && first.shown > 1 && courses.size > 1)
    return `Only the ${first.part === 'first' ? 'last' : 'first'} ${first.shown} messages of a user are shown to the employee`;
  // Those of an earlier conversation are the first, whatever makes them disappear.
  const areOfEarlier = cases.every(({ judged }) => judged?.telling?.includes(SAID_BY_HISTORY));
  if (first.part === 'first' && areOfEarlier) return null;
  return `Of several ${messages}, the ${first.part} do not reach the employee`;
}

/**
 * The content of a message that got lost, where only messages with content of the same kind did: ready-made ones, which
 * name no user of the run, and one of them in several courses. Null: others got lost as well, or it is unknown which.
 */
export function lostContent(cases: readonly CaseRecord[]): string | null {
  const losses = cases.map((testCase) => ({
    course: testCase.id.slice(testCase.version.length),
    isPlain: !GENERATED.includes(testCase.group),
    lost: [...new Set(lostOf(testCase).flatMap(({ message, isLost }) => (isLost ? [message] : [])))],
  }));
  const isReadyMade = ({ lost }: { lost: readonly string[] }): boolean =>
    lost.length > 0 && !lost.some((message) => OWN_USER.test(message));
  if (!losses.every(isReadyMade)) return null;
  const courses = new Map<string, Set<string>>();
  for (const { lost, course } of losses)
    for (const message of lost) courses.set(message, (courses.get(message) ?? new Set()).add(course));
  const [most] = losses
    .filter(({ isPlain }) => isPlain)
    .flatMap(({ lost }) => lost.map((message) => ({ message, times: courses.get(message)?.size ?? 0 })))
    .sort((a, b) => b.times - a.times);
  return most && most.times > 1 ? most.message : null;
}

/** The id of a user of a run, as contents name it that are made for one case. */
const OWN_USER = /\bu-[0-9a-f]{10}-/i;

function isExplained({ judged }: CaseRecord): boolean {
  return (judged?.lists?.expected.length ?? 0) < 3 && (judged?.telling ?? []).length > 0;
}

interface Loss {
  part: 'first' | 'last';
  /** How many messages of the user are shown. */
  shown: number;
}

/** Null: all messages are lost, or other ones than the first or the last, or those that are equal to one that is not. */
function lossOf(testCase: CaseRecord): Loss | null {
  const { received = [] } = testCase.judged?.lists ?? {};
  const all = lostOf(testCase);
  const isLost = all.map((message) => message.isLost);
  if (all.every(({ message, isLost }) => !isLost || received.includes(message))) return null;
  const count = isLost.filter(Boolean).length;
  if (count === 0 || count === isLost.length) return null;
  if (isLost.slice(0, count).every(Boolean)) return { part: 'first', shown: received.length };
  return isLost.slice(-count).every(Boolean) ? { part: 'last', shown: received.length } : null;
}

/** Each message that was due; of equal ones, the earlier have arrived. */
function lostOf({ judged }: CaseRecord): { message: string; isLost: boolean }[] {
  const { expected = [], received = [] } = judged?.lists ?? {};
  const left = [...received];
  return expected.map((message) => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return { message, isLost: at < 0 };
  });
}
