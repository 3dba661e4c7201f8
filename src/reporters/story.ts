import type { CaseRecord, RunRecord, StatementRecord } from '../record/types.js';
import { STANDINGS, type Standing, standing } from './standing.js';

/** Cases that broke the same statement for the same reason: told once. */
export interface Story {
  /** Stable within the run. */
  id: string;
  standing: 'failed' | 'warning' | 'accepted';
  /** Null when no statement claims the cases. */
  statement: StatementRecord | null;
  /** Stable reason code that the cases share. */
  code: string;
  cases: CaseRecord[];
  versions: string[];
  operations: string[];
  /** Seen only in answers to requests of other cases that are broken themselves. */
  derived: boolean;
}

/**
 * Violations of the run as stories: failures first, then warnings and accepted ones; the widest first, and last what was
 * seen in other cases only.
 */
export function tellStories(record: RunRecord): Story[] {
  const broken = record.cases.filter((one) => one.verdict === 'fail');
  const owners = ownersOf(broken, record);
  const makers = new Map(record.exchanges.map(({ id, caseId }) => [id, caseId]));
  const ids = new Set(broken.map(({ id }) => id));
  const isTold = (one: CaseRecord, maker: string | undefined) =>
    maker !== one.id && maker !== undefined && ids.has(maker);
  const stories = new Map<string, Story>();
  for (const one of broken) {
    const statement = owners.get(one.id) ?? null;
    const kind = standing(one, record.failLevel) as Story['standing'];
    const code = one.reason?.code ?? 'violation';
    const key = `${kind}/${statement?.id ?? '-'}/${code}`;
    const story = stories.get(key) ?? {
      id: key,
      standing: kind,
      statement,
      code,
      cases: [],
      versions: [],
      operations: [],
      derived: true,
    };
    story.derived &&= one.exchanges.length > 0 && one.exchanges.every((id) => isTold(one, makers.get(id)));
    story.cases.push(one);
    stories.set(key, story);
  }
  return [...stories.values()].map(completed).sort(gravestFirst);
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
  for (const one of record.cases) {
    const kind = standing(one, record.failLevel);
    if (kind !== 'error' && kind !== 'inconclusive' && kind !== 'skipped') continue;
    const { code, text } = one.reason ?? { code: 'unknown', text: 'No reason was recorded.' };
    const key = `${kind}/${code}/${text}`;
    const group = groups.get(key) ?? { standing: kind, code, text, cases: [] };
    group.cases.push(one);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => rank(a.standing) - rank(b.standing) || b.cases.length - a.cases.length,
  );
}

/** Number of statements that fail the run; a story without one counts for itself. */
export function violatedStatements(stories: readonly Story[]): number {
  const failed = stories.filter((one) => one.standing === 'failed');
  return new Set(failed.map(({ statement, id }) => statement?.id ?? id)).size;
}

/** Baseline entries that no longer fit what they accept. */
export function staleEntries(record: RunRecord): RunRecord['baseline'] {
  return record.baseline.filter(({ state }) => state !== 'accepted');
}

/**
 * A case may claim several statements, but usually one of them is broken: the one that most of the broken cases share
 * and that few of the other cases claim.
 */
function ownersOf(broken: CaseRecord[], record: RunRecord): Map<string, StatementRecord> {
  const statements = new Map(record.statements.map((one) => [one.id, one]));
  const total = new Map<string, number>();
  for (const one of record.cases) {
    if (one.verdict === 'skipped') continue;
    for (const id of one.statements) total.set(id, (total.get(id) ?? 0) + 1);
  }
  const owners = new Map<string, StatementRecord>();
  let left = broken;
  while (left.length > 0) {
    const hits = new Map<string, number>();
    for (const one of left)
      for (const id of one.statements) if (statements.has(id)) hits.set(id, (hits.get(id) ?? 0) + 1);
    const weight = (id: string) => (hits.get(id) ?? 0) ** 2 / (total.get(id) ?? 1);
    const best = [...hits.keys()].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1))[0];
    const owner = best === undefined ? undefined : statements.get(best);
    if (!owner) break;
    for (const one of left) if (one.statements.includes(owner.id)) owners.set(one.id, owner);
    left = left.filter((one) => !owners.has(one.id));
  }
  return owners;
}

function completed(story: Story): Story {
  const distinct = (values: (string | undefined)[]) =>
    [...new Set(values.filter((one) => one !== undefined))].sort();
  return {
    ...story,
    versions: distinct(story.cases.map(({ version }) => version)),
    operations: distinct(story.cases.map(({ operation }) => operation)),
  };
}

function gravestFirst(a: Story, b: Story): number {
  return (
    rank(a.standing) - rank(b.standing) ||
    Number(a.derived) - Number(b.derived) ||
    b.cases.length - a.cases.length ||
    (a.id < b.id ? -1 : 1)
  );
}

function rank(kind: Standing): number {
  return STANDINGS.indexOf(kind);
}
