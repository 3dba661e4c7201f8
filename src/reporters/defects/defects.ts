import { groupBy } from '../../group-by.js';
import { codes, reasonEntry } from '../../reasons.js';
import { CASE_RESULTS, type CaseResult, resultOf } from '../../record/case-results.js';
import type { CaseRecord, RunRecord } from '../../record/types.js';
import { commonSign, type Defect, type Part, type Signs, signsOf } from './defect.js';
import { defectKey, followsFrom } from './follows.js';
import {
  causeRank,
  failureRates,
  GENERATED,
  isOfTheRun,
  mayConcern,
  ODDNESS_OF_STEP,
  oddnessOf,
  ownersOf,
  plainestFirst,
} from './ranks.js';

import { defectTitle } from './title.js';

/**
 * Violations of the run as defects: failures first, then warnings and accepted ones; causes before consequences, the
 * plainest and most specific first. What follows from another defect is listed under it.
 */
export function defectsOf(record: RunRecord): Defect[] {
  const known = derived.get(record);
  if (known) return known;
  const defects = followsFrom(allDefects(record).sort(gravestFirst(record)), record).map(titledForAll);
  derived.set(record, defects);
  return defects;
}

/** Circumstances that what follows from a defect does not share explain neither. */
function titledForAll(defect: Defect): Defect {
  const following = counted(defect)
    .slice(1)
    .flatMap(({ parts }) => parts.filter(({ code, sign }) => code === defect.code && sign === null))
    .flatMap(({ cases }) => cases);
  const [first, ...others] = defect.parts as [Part, ...Part[]];
  if (first.sign !== null || following.length === 0) return defect;
  const title = defectTitle(first.cases, first.code, following);
  return { ...defect, title, parts: [{ ...first, title }, ...others] };
}

/** Several formats use one record's defects. */
const derived = new WeakMap<RunRecord, Defect[]>();

/** A defect, and everything that follows from it. */
export function withConsequences(defect: Defect): Defect[] {
  return [defect, ...defect.consequences.flatMap(withConsequences)];
}

/**
 * How many cases show a defect, or what follows from it, with the same result: those of all failed defects add up to the
 * run's.
 */
export function caseCount(defect: Defect): number {
  return counted(defect).reduce((sum, { cases }) => sum + cases.length, 0);
}

/** The versions of these cases. */
export function versionsOf(defect: Defect): string[] {
  return distinct(counted(defect).flatMap(({ versions }) => versions));
}

function counted(defect: Defect): Defect[] {
  return withConsequences(defect).filter(({ result }) => result === defect.result);
}

function allDefects(record: RunRecord): Defect[] {
  const broken = record.cases.filter((testCase) => testCase.verdict === 'fail');
  const owners = ownersOf(record);
  const statements = new Map(record.statements.map((statement) => [statement.id, statement]));
  const plainest = plainestFirst(record);
  const signs = signsOf(record);
  const groups = groupBy(broken, (testCase) => {
    const kind = resultOf(testCase, record.failLevel) as Defect['result'];
    const code = testCase.reason?.code ?? UNNAMED;
    const owner = OF_ALL_EVENTS.has(code) ? undefined : owners.get(testCase.id);
    return `${kind}/${owner ?? `-/${code}`}`;
  });
  return [...besideMixtures(groups, signs)].map(([id, cases]) => {
    const [first] = cases as [CaseRecord, ...CaseRecord[]];
    const parts = defectsByReason(cases, plainest, signs);
    const [{ code, title, sign }] = parts as [Part, ...Part[]];
    const all = parts.flatMap((part) => part.cases);
    return {
      id,
      result: resultOf(first, record.failLevel) as Defect['result'],
      statement: statements.get(owners.get(first.id) ?? '') ?? null,
      title,
      code,
      sign,
      cases: all,
      parts,
      versions: distinct(all.map(({ version }) => version)),
      operations: distinct(all.map(({ operation }) => operation)),
      consequences: [],
    };
  });
}

const UNNAMED = 'violation';

/**
 * Cases of users that are mixed up look at much else. What others of them find, though no user of theirs is mixed up, and cases
 * of other statements find as well, is a defect of its own.
 */
function besideMixtures(
  groups: ReadonlyMap<string, readonly CaseRecord[]>,
  signs: Signs,
): Map<string, readonly CaseRecord[]> {
  const finders = new Map<string, Set<string>>();
  for (const [id, cases] of groups)
    for (const key of cases.map(defectKey)) finders.set(key, (finders.get(key) ?? new Set()).add(id));
  return new Map(
    [...groups].flatMap(([id, cases]): [string, readonly CaseRecord[]][] => {
      const isMixed = (testCase: CaseRecord): boolean => signs(testCase)?.kind === 'mixed-users';
      if (!cases.some(isMixed)) return [[id, cases]];
      const isBeside = (testCase: CaseRecord): boolean =>
        !isMixed(testCase) && (finders.get(defectKey(testCase))?.size ?? 0) > 1;
      const beside = cases.filter(isBeside);
      if (beside.length === 0) return [[id, cases]];
      return [
        [id, cases.filter((testCase) => !isBeside(testCase))],
        [`${id}/beside`, beside],
      ];
    }),
  );
}

/** What is wrong with how events are sent, whichever they are, and whatever statement asks for them. */
const OF_ALL_EVENTS = codes('event-shape', 'user-missing');

function defectsByReason(
  cases: readonly CaseRecord[],
  plainest: (a: CaseRecord, b: CaseRecord) => number,
  signs: Signs,
): Part[] {
  const groups = groupBy(
    cases,
    (testCase) => `${testCase.reason?.code ?? UNNAMED} ${signs(testCase)?.kind ?? ''}`,
  );
  return [...groups.values()]
    .map((own): Part => {
      const code = own[0]?.reason?.code ?? UNNAMED;
      const sign = commonSign(own.sort(plainest).flatMap((testCase) => signs(testCase) ?? []));
      return { code, sign, title: sign?.title ?? defectTitle(own, code), cases: own };
    })
    .sort(
      (a, b) =>
        Number(isCause(b)) - Number(isCause(a)) ||
        partRank(a.code) - partRank(b.code) ||
        b.cases.length - a.cases.length,
    );
}

/** Of one statement, a wrong refusal and a missing one are alike: what more cases show says more. */
function partRank(code: string): number {
  return causeRank(code === 'accepted' ? 'code' : code);
}

/** Mixed-up users cause whatever else is wrong with what employees see of them. */
function isCause({ sign }: Pick<Part, 'sign'>): boolean {
  return sign?.kind === 'mixed-users';
}

/** Cases without a verdict about the target, by the reason they share. */
export interface Unproven {
  result: Extract<CaseResult, 'error' | 'inconclusive' | 'skipped'>;
  code: string;
  text: string;
  cases: CaseRecord[];
}

/** The case that left another one without a verdict; without its version. */
function causeOf({ dueTo, version }: CaseRecord): string | undefined {
  return dueTo?.startsWith(`${version}/`) ? dueTo.slice(version.length) : dueTo;
}

/** What the run did not prove: errors first, then inconclusive cases, then skipped ones. */
export function unprovenGroups(record: RunRecord): Unproven[] {
  const groups = new Map<string, Unproven>();
  for (const value of record.cases) {
    const kind = resultOf(value, record.failLevel);
    if (kind !== 'error' && kind !== 'inconclusive' && kind !== 'skipped') continue;
    const { code, text } = value.reason ?? { code: 'unknown', text: 'No reason was recorded.' };
    const key = `${kind}/${code}/${causeOf(value) ?? text}`;
    const group = groups.get(key) ?? { result: kind, code, text, cases: [] };
    group.cases.push(value);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => rank(a.result) - rank(b.result) || b.cases.length - a.cases.length,
  );
}

/** Ids of the statements under which defects are reported, by the versions that show them. */
export function statementsWithDefects(record: RunRecord): Map<string, Set<string>> {
  const byVersion = new Map(record.target.versions.map((version) => [version, new Set<string>()]));
  for (const { statement, versions } of defectsOf(record).flatMap(withConsequences))
    if (statement) for (const version of versions) byVersion.get(version)?.add(statement.id);
  return byVersion;
}

/** Ids of the other statements that the cases of a defect violate. */
export function alsoAffected({ statement, cases }: Defect): string[] {
  return distinct(cases.flatMap(({ statements }) => statements)).filter((id) => id !== statement?.id);
}

function distinct(values: (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}

/** The number of cases comes last: a fault shows most often where it is hardest to tell what it is. */
function gravestFirst(record: RunRecord): (a: Defect, b: Defect) => number {
  const rates = failureRates(record.cases);
  const oddness = oddnessOf(record);
  const stepsOf = ({ cases }: Defect): number =>
    Math.floor(Math.min(...cases.map(oddness)) / ODDNESS_OF_STEP);
  const rateOf = ({ statement }: Defect): number => rates.get(statement?.id ?? '') ?? 0;
  return (a, b) =>
    rank(a.result) - rank(b.result) ||
    Number(isGenerated(a)) - Number(isGenerated(b)) ||
    Number(isBeside(a)) - Number(isBeside(b)) ||
    Number(isCause(b)) - Number(isCause(a)) ||
    Number(isLawOfEvents(a)) - Number(isLawOfEvents(b)) ||
    causeRank(a.code) - causeRank(b.code) ||
    Number(isOfReport(a)) - Number(isOfReport(b)) ||
    stepsOf(a) - stepsOf(b) ||
    rateOf(b) - rateOf(a) ||
    b.cases.length - a.cases.length ||
    (a.id < b.id ? -1 : 1);
}

/** What is only seen of all events together shows more plainly where a case looks for it. */
function isLawOfEvents({ code, cases }: Defect): boolean {
  return (code === 'no-event' || code === 'unexpected-event') && cases.every(isOfTheRun);
}

/** A missing report of a message follows from its loss, if it is lost: the event that reports it has no name of its own. */
function isOfReport({ code, cases }: Defect): boolean {
  return code === 'no-event' && cases.every(({ judged }) => judged?.aboutInWords !== undefined);
}

/** What only walks have found comes after what a plain case shows. */
function isGenerated({ cases }: Defect): boolean {
  return cases.every(({ group }) => GENERATED.includes(group));
}

/** What no case of it says of its statement: something else was wrong than the field that the statement is about. */
function isBeside({ statement, cases }: Defect): boolean {
  return cases.every((testCase) => !mayConcern(statement?.field, testCase));
}

function rank(kind: CaseResult): number {
  return CASE_RESULTS.indexOf(kind);
}

/** What to do so that the next run can prove it; null if the reason itself says all there is to say. */
export function remedy(unproven: Pick<Unproven, 'result' | 'code' | 'cases'>): string | null {
  if (unproven.code.startsWith('setup-') || unproven.cases.some(({ dueTo }) => dueTo)) return SETUP;
  return (
    reasonEntry(unproven.code)?.remedy ??
    (unproven.result === 'error'
      ? 'This is a fault of the checker, its driver or its machine, not of the target. Fix it and run again.'
      : null)
  );
}

/** Reasons that the same remedy settles, in order of their first appearance; each without a remedy stands alone. */
export function byRemedy(all: readonly Unproven[]): { how: string | null; reasons: Unproven[] }[] {
  const groups = groupBy(all, (unproven) => remedy(unproven) ?? unproven);
  return [...groups].map(([how, reasons]) => ({ how: typeof how === 'string' ? how : null, reasons }));
}

const SETUP =
  'These cases depend on something that did not work. Fix those violations first, then run again.';
