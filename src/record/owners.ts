import type { CaseRecord } from './types.js';

/**
 * Which statement each violation is one of. A case may claim several, but usually one of them is broken: the one that most
 * of the broken cases share and that few of the other cases claim. The others were passed through.
 * @returns ids of statements by ids of cases
 */
export function ownersOf(
  cases: readonly Pick<CaseRecord, 'id' | 'verdict' | 'statements'>[],
): Map<string, string> {
  const total = new Map<string, number>();
  for (const testCase of cases) {
    if (testCase.verdict === 'skipped') continue;
    for (const id of testCase.statements) total.set(id, (total.get(id) ?? 0) + 1);
  }
  const owners = new Map<string, string>();
  let left = cases.filter(({ verdict }) => verdict === 'fail');
  while (left.length > 0) {
    const hits = new Map<string, number>();
    for (const testCase of left) for (const id of testCase.statements) hits.set(id, (hits.get(id) ?? 0) + 1);
    const weight = (id: string) => (hits.get(id) ?? 0) ** 2 / (total.get(id) ?? 1);
    const owner = [...hits.keys()].sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1))[0];
    if (owner === undefined) break;
    for (const testCase of left) if (testCase.statements.includes(owner)) owners.set(testCase.id, owner);
    left = left.filter((testCase) => !owners.has(testCase.id));
  }
  return owners;
}
