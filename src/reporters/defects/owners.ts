import { groupBy } from '../../group-by.js';
import type { CaseRecord, RunRecord } from '../../record/types.js';
import { plainestFirst } from './ranks.js';

/**
 * Which statement each violation is told under. A case may claim several; the one that the fault concerns most closely is
 * the one of which most cases fail, in the version where most of them do. Of several such it is the one with the plainest
 * failing case, then the one with most. This groups defects: the verdict of a statement is that of its cases.
 * @returns ids of statements by ids of cases
 */
export function ownersOf(record: RunRecord): Map<string, string> {
  const broken = record.cases.filter(({ verdict }) => verdict === 'fail');
  const order = closestFirst(broken, record);
  return new Map(
    broken.flatMap(({ id, statements }) => {
      const owner = order.find((candidate) => statements.includes(candidate));
      return owner === undefined ? [] : [[id, owner] as const];
    }),
  );
}

/** Statements with failing cases, the one that fails most surely first. */
function closestFirst(broken: readonly CaseRecord[], record: RunRecord): string[] {
  const rates = failureRates(record.cases);
  const plainest = plainestFirst(record);
  const own = groupBy(
    [...broken].sort(plainest).flatMap((testCase) => testCase.statements.map((id) => ({ id, testCase }))),
    ({ id }) => id,
  );
  return [...own]
    .sort(
      ([a, [firstOfA, ...othersOfA]], [b, [firstOfB, ...othersOfB]]) =>
        (rates.get(b) ?? 0) - (rates.get(a) ?? 0) ||
        (firstOfA && firstOfB ? plainest(firstOfA.testCase, firstOfB.testCase) : 0) ||
        othersOfB.length - othersOfA.length ||
        (a < b ? -1 : 1),
    )
    .map(([id]) => id);
}

/** Share of a statement's judged cases that failed, in the version where it is largest: a fault may be of one alone. */
export function failureRates(cases: readonly CaseRecord[]): Map<string, number> {
  const rates = new Map<string, number>();
  const judged = cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'pass');
  for (const own of groupBy(judged, ({ version }) => version).values()) {
    const counts = new Map<string, { failed: number; all: number }>();
    for (const { statements, verdict } of own)
      for (const id of statements) {
        const { failed, all } = counts.get(id) ?? { failed: 0, all: 0 };
        counts.set(id, { failed: failed + Number(verdict === 'fail'), all: all + 1 });
      }
    for (const [id, { failed, all }] of counts) rates.set(id, Math.max(rates.get(id) ?? 0, failed / all));
  }
  return rates;
}
