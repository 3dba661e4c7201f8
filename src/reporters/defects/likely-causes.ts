import { groupBy } from '../../group-by.js';
import { conjunction, count } from '../../phrases.js';
import { reasonEntry } from '../../reasons.js';
import type { CaseRecord, ExchangeRecord, RunRecord } from '../../record/types.js';
import type { Defect } from './defect.js';
import { GENERATED } from './ranks.js';
import { nameInWords } from './title.js';

/** What probably lies behind a defect: what its cases have in common, and what the reason code usually means. */
export function likelyCauses(defect: Defect, record: RunRecord): string[] {
  return [
    onlyOneVersion(defect, record),
    onlySomeOperations(defect, record),
    likeCases(defect, record),
    defect.sign?.cause ?? reasonEntry(defect.code)?.cause,
    soonAfterActions(defect, record),
  ].filter((text) => text !== undefined && text !== null);
}

function onlyOneVersion(defect: Defect, record: RunRecord): string | null {
  const [version] = defect.versions;
  if (defect.versions.length !== 1 || version === undefined || record.target.versions.length < 2) return null;
  const twins = defect.cases.map((testCase) => ({ testCase, others: twinsOf(testCase, record) }));
  const compared = twins.filter(({ others }) => others.length > 0);
  if (
    compared.length === 0 ||
    !compared.every(({ others }) => others.every(({ verdict }) => verdict === 'pass'))
  )
    return null;
  const others = [...new Set(compared.flatMap((twin) => twin.others.map((other) => other.version)))]
    .sort()
    .join(', ');
  const same = compared.length === 1 ? 'the same case passes' : `the same ${compared.length} cases pass`;
  return `Only version ${version} is affected; ${same} in ${others}.`;
}

/** The same case in the other versions, if it was exercised. */
function twinsOf(testCase: CaseRecord, record: RunRecord): CaseRecord[] {
  const path = testCase.id.slice(testCase.version.length);
  return record.cases.filter(
    (other) =>
      other.version !== testCase.version &&
      other.id === `${other.version}${path}` &&
      other.verdict !== 'skipped',
  );
}

function onlySomeOperations(defect: Defect, record: RunRecord): string | null {
  if (!defect.statement || defect.operations.length === 0) return null;
  const claimed = new Set(defect.statement.cases);
  const exercised = record.cases.filter(
    (testCase) =>
      claimed.has(testCase.id) && testCase.verdict !== 'skipped' && testCase.operation !== undefined,
  );
  const all = new Set(exercised.map(({ operation }) => operation));
  if (all.size < 2) return null;
  if (defect.operations.length === all.size)
    return `Every operation that was tried is affected (${all.size}), which points to shared code.`;
  // Only a pass complies; without a verdict nothing is known.
  const sound = [...all].filter(
    (name): name is string =>
      name !== undefined &&
      exercised.every((testCase) => testCase.operation !== name || testCase.verdict === 'pass'),
  );
  if (sound.length === 0) return null;
  const satisfying =
    sound.length > MOST_NAMED ? count(sound.length, 'other operation') : conjunction(sound.map(nameInWords));
  return `Affected: ${defect.operations.map(nameInWords).join(', ')}. ${satisfying} ${sound.length === 1 ? 'satisfies' : 'satisfy'} the statement.`;
}

/** Passing cases whose titles differ in only a few words: what sets the failing one apart is what is wrong. */
function likeCases(defect: Defect, record: RunRecord): string | null {
  const [sample] = defect.parts[0]?.cases ?? [];
  if (!sample || GENERATED.includes(sample.group)) return null;
  const broken = new Set<string>();
  const passed = new Map<string, Difference & { title: string }>();
  for (const testCase of record.cases) {
    if (
      testCase.verdict === 'skipped' ||
      testCase.group !== sample.group ||
      testCase.operation !== sample.operation
    )
      continue;
    const found = differing(testCase.title, sample.title);
    if (found === null) continue;
    if (testCase.verdict === 'pass') passed.set(found.own, { ...found, title: testCase.title });
    else broken.add(found.own);
  }
  const sound = [...passed.values()]
    .filter(({ own }) => !broken.has(own))
    .sort((a, b) => b.alike - a.alike || (a.own < b.own ? -1 : 1));
  const [nearest] = sound;
  if (!nearest) return null;
  // Of several words, the place where they stand says what they mean.
  if (!isOneThing(nearest.own)) return `A similar case passes: "${nearest.title}".`;
  const named = sound.slice(0, MOST_NAMED).map(({ own }) => inQuotes(own));
  const left = sound.length - named.length;
  return `The same case passes with ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''} instead of ${inQuotes(nearest.other)}.`;
}

/**
 * Where a driver answers before an action has taken effect, the next request may overtake the action: some of the cases that send one
 * at once fail, and no others do.
 */
function soonAfterActions({ result, cases }: Defect, record: RunRecord): string | null {
  if (result === 'accepted') return null;
  const { ids, failed } = casesAfterActions(record);
  if (failed > ids.size * MOST_FAILING || !cases.every(({ id }) => ids.has(id))) return null;
  return (
    'All of these cases send something right after an action of an employee, and most cases that do so pass. ' +
    'If the driver answers before an action has taken effect, it looks like this.'
  );
}

/** Cases that send something for a user soon after the driver said that an action for the user was done. */
function casesAfterActions(record: RunRecord): AfterActions {
  const known = afterActions.get(record);
  if (known) return known;
  const exchanges = groupBy(record.exchanges, ({ caseId }) => caseId);
  const ids = new Set<string>();
  for (const { caseId, user, ok, moved, startedMs, durationMs } of record.actions ?? []) {
    if (caseId === null || user === null || !ok || moved || ids.has(caseId)) continue;
    const done = startedMs + durationMs;
    const isNext = (sent: ExchangeRecord): boolean =>
      sent.user === user && sent.startedMs >= done && sent.startedMs < done + SOON_MS;
    if (exchanges.get(caseId)?.some(isNext)) ids.add(caseId);
  }
  const failed = record.cases.filter(({ id, verdict }) => verdict === 'fail' && ids.has(id)).length;
  const found = { ids, failed };
  afterActions.set(record, found);
  return found;
}

interface AfterActions {
  ids: ReadonlySet<string>;
  failed: number;
}

/** Each defect of a run asks. */
const afterActions = new WeakMap<RunRecord, AfterActions>();

const SOON_MS = 1_000;
/** Where a greater share fails, timing is not the cause. */
const MOST_FAILING = 0.1;

function isOneThing(words: string): boolean {
  return !words.includes(' ') || /^"[^"]*"$/.test(words);
}

/** Words of a title; a quoted part is a word of its own. */
function inQuotes(words: string): string {
  return words.includes('"') ? words : `"${words}"`;
}

/** The few words in which two titles differ. */
interface Difference {
  own: string;
  other: string;
  /** Characters that the two share. */
  alike: number;
}

/** Null: the title is not similar. */
function differing(title: string, like: string): Difference | null {
  const both = [title.split(' '), like.split(' ')] as const;
  const [head, tail] = shared(...both);
  const [own, other] = both.map((words) => words.slice(head, words.length - tail)) as [string[], string[]];
  if (head + tail < SHARED_WORDS || Math.max(own.length, other.length) > FEW_WORDS) return null;
  if (own.length === 0 || other.length === 0) return null;
  const [start, end] = shared([...title], [...like]);
  return { own: bare(own), other: bare(other), alike: start + end };
}

/** How many items two lists share at the start, and at the end. */
function shared(first: readonly string[], second: readonly string[]): [number, number] {
  const most = Math.min(first.length, second.length);
  let head = 0;
  while (head < most && first[head] === second[head]) head += 1;
  let tail = 0;
  while (tail < most - head && first.at(-1 - tail) === second.at(-1 - tail)) tail += 1;
  return [head, tail];
}

/** Words without a bracket whose other half is not among them. */
function bare(words: readonly string[]): string {
  return words
    .join(' ')
    .replace(/^\(([^)]*)\)?$/, '$1')
    .replace(/^([^(]*)\)$/, '$1');
}

const MOST_NAMED = 3;
const SHARED_WORDS = 4;
const FEW_WORDS = 7;
