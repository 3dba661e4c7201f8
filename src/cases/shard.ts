import { gapsOf } from './statements.js';
import type { Case } from './types.js';

/** One part of several; `index` counts from 1. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * The cases of one shard, in their order. Cases that judge the whole run (laws over all answers, what the set-up of others
 * rests on) are in every shard, for each shard has answers of its own. Cases that answer an open question stay together,
 * so that its answer is whole; one that answers several keeps the cases of all of them together. All others are dealt out, the largest sets first.
 */
export function shardOf(cases: readonly Case[], { index, count }: Shard): Case[] {
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<Case>();
  for (const unit of unitsOf(cases.filter((testCase) => !judgesTheRun(testCase))).sort(
    (a, b) => b.length - a.length,
  )) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + unit.length;
    if (lightest === index - 1) for (const testCase of unit) own.add(testCase);
  }
  return cases.filter((testCase) => judgesTheRun(testCase) || own.has(testCase));
}

/** Sets of cases that share no gap with those of another set, in the order of their first. */
function unitsOf(cases: readonly Case[]): Case[][] {
  let units: { gaps: ReadonlySet<string>; cases: Case[] }[] = [];
  const byGap = new Map<string, (typeof units)[number]>();
  for (const testCase of cases) {
    const gaps = gapsOf(testCase);
    const sharing = [...new Set(gaps.flatMap((gap) => byGap.get(gap) ?? []))];
    const [first] = sharing;
    const unit = {
      gaps: new Set([...gaps, ...sharing.flatMap((other) => [...other.gaps])]),
      cases: [...sharing.flatMap((other) => other.cases), testCase],
    };
    for (const gap of unit.gaps) byGap.set(gap, unit);
    if (first === undefined) units.push(unit);
    else
      units = units.map((each) => (each === first ? unit : each)).filter((each) => !sharing.includes(each));
  }
  return units.map(({ cases: own }) => own);
}

function judgesTheRun({ steps }: Case): boolean {
  return steps.some(({ do: kind }) => kind === 'invariant' || kind === 'upheld');
}
