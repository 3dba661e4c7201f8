import { ownersOf } from '../record/owners.js';
import type { CaseRecord, RunRecord, StatementRecord } from '../record/types.js';
import { defectOf } from './defect.js';
import { followsFrom } from './follows.js';
import { groupBy } from './group-by.js';
import { causeRank, GENERATED, plainestFirst } from './ranks.js';
import { type Sign, type Signs, signsOf, toldSign } from './signs.js';
import { STANDINGS, type Standing, standing } from './standing.js';

/** Cases that broke the same statement: told once, in parts by their reasons. */
export interface Story {
  /** Stable within the run. */
  id: string;
  standing: 'failed' | 'warning' | 'accepted';
  /** Null when no statement claims the cases. */
  statement: StatementRecord | null;
  /** What is wrong, in one line. */
  defect: string;
  /** Stable reason code of the first part. */
  code: string;
  /** Of the first part. */
  sign: Sign | null;
  /** The plainest one of the first part first. */
  cases: CaseRecord[];
  /** By reason, causes before consequences. */
  parts: Part[];
  versions: string[];
  operations: string[];
  /** Stories that follow from this one. */
  consequences: Story[];
}

/** Cases of a story that fail for one reason, the plainest first. */
export interface Part {
  code: string;
  defect: string;
  cases: CaseRecord[];
  /** What events show of them all beyond the reason. */
  sign: Sign | null;
}

/**
 * Violations of the run as stories: failures first, then warnings and accepted ones; causes before consequences, the widest
 * first. What follows from another story is told within it.
 */
export function tellStories(record: RunRecord): Story[] {
  const known = told.get(record);
  if (known) return known;
  const stories = followsFrom(allStories(record).sort(gravestFirst), record);
  told.set(record, stories);
  return stories;
}

/** Several formats tell of one record. */
const told = new WeakMap<RunRecord, Story[]>();

/** A story, and all that follow from it. */
export function withConsequences(story: Story): Story[] {
  return [story, ...story.consequences.flatMap(withConsequences)];
}

function allStories(record: RunRecord): Story[] {
  const broken = record.cases.filter((testCase) => testCase.verdict === 'fail');
  const owners = ownersOf(record.cases);
  const statements = new Map(record.statements.map((statement) => [statement.id, statement]));
  const plainest = plainestFirst(record);
  const signs = signsOf(record);
  const groups = groupBy(broken, (testCase) => {
    const kind = standing(testCase, record.failLevel) as Story['standing'];
    const owner = owners.get(testCase.id);
    return `${kind}/${owner ?? `-/${testCase.reason?.code ?? UNNAMED}`}`;
  });
  return [...groups].map(([id, cases]) => {
    const [first] = cases as [CaseRecord, ...CaseRecord[]];
    const parts = partsOf(cases, plainest, signs);
    const [{ code, defect, sign }] = parts as [Part, ...Part[]];
    const all = parts.flatMap((part) => part.cases);
    return {
      id,
      standing: standing(first, record.failLevel) as Story['standing'],
      statement: statements.get(owners.get(first.id) ?? '') ?? null,
      defect,
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

function partsOf(
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
      const sign = toldSign(own.sort(plainest).flatMap((testCase) => signs(testCase) ?? []));
      return { code, sign, defect: sign?.defect ?? defectOf(own, code), cases: own };
    })
    .sort(
      (a, b) =>
        Number(isCause(b)) - Number(isCause(a)) ||
        causeRank(a.code) - causeRank(b.code) ||
        b.cases.length - a.cases.length,
    );
}

/** Users that are taken for each other are the cause of whatever else is wrong with what they see. */
function isCause({ sign }: Pick<Part, 'sign'>): boolean {
  return sign?.kind === 'mixed-users';
}

/** Cases without a verdict about the target, by the reason they share. */
export interface Unproven {
  standing: Extract<Standing, 'error' | 'inconclusive' | 'skipped'>;
  code: string;
  text: string;
  cases: CaseRecord[];
}

/** What the run did not prove: errors first, then inconclusive cases, then skipped ones. */
export function tellUnproven(record: RunRecord): Unproven[] {
  const groups = new Map<string, Unproven>();
  for (const value of record.cases) {
    const kind = standing(value, record.failLevel);
    if (kind !== 'error' && kind !== 'inconclusive' && kind !== 'skipped') continue;
    const { code, text } = value.reason ?? { code: 'unknown', text: 'No reason was recorded.' };
    const key = `${kind}/${code}/${text}`;
    const group = groups.get(key) ?? { standing: kind, code, text, cases: [] };
    group.cases.push(value);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => rank(a.standing) - rank(b.standing) || b.cases.length - a.cases.length,
  );
}

/** Number of statements that fail the run; a story without one counts for itself. */
export function violatedStatements(stories: readonly Story[]): number {
  const failed = stories.flatMap(withConsequences).filter((defect) => defect.standing === 'failed');
  return new Set(failed.map(({ statement, id }) => statement?.id ?? id)).size;
}

/** Baseline entries that no longer fit what they accept. */
export function staleEntries(record: RunRecord): RunRecord['baseline'] {
  return record.baseline.filter(({ state }) => state !== 'accepted');
}

function distinct(values: (string | undefined)[]): string[] {
  return [...new Set(values.filter((value) => value !== undefined))].sort();
}

function gravestFirst(a: Story, b: Story): number {
  return (
    rank(a.standing) - rank(b.standing) ||
    Number(isGenerated(a)) - Number(isGenerated(b)) ||
    Number(isCause(b)) - Number(isCause(a)) ||
    causeRank(a.code) - causeRank(b.code) ||
    b.cases.length - a.cases.length ||
    (a.id < b.id ? -1 : 1)
  );
}

/** What walks alone have found is told after what a case says plainly. */
function isGenerated({ cases }: Story): boolean {
  return cases.every(({ group }) => GENERATED.includes(group));
}

function rank(kind: Standing): number {
  return STANDINGS.indexOf(kind);
}
