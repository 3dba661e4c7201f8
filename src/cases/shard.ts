import { gapsOf } from './statements.js';
import type { Case } from './types.js';

/** One part of several; `index` counts from 1. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * The cases of one shard, in their order. Cases that judge the whole run (laws over all answers, what the set-up of others
 * rests on) are in every shard, for each shard has answers of its own. Cases that answer the same open question stay
 * together, so that its answer is whole. All others are dealt out, the largest sets first.
 */
export function shardOf(cases: readonly Case[], { index, count }: Shard): Case[] {
  const units = new Map<string, Case[]>();
  for (const testCase of cases) {
    if (judgesTheRun(testCase)) continue;
    const unit = gapsOf(testCase)[0] ?? testCase.id;
    units.set(unit, [...(units.get(unit) ?? []), testCase]);
  }
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<Case>();
  for (const unit of [...units.values()].sort((a, b) => b.length - a.length)) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + unit.length;
    if (lightest === index - 1) for (const testCase of unit) own.add(testCase);
  }
  return cases.filter((testCase) => judgesTheRun(testCase) || own.has(testCase));
}

function judgesTheRun({ steps }: Case): boolean {
  return steps.some(({ do: kind }) => kind === 'invariant' || kind === 'upheld');
}
