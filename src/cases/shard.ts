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
  for (const one of cases) {
    if (judgesTheRun(one)) continue;
    const unit = gapsOf(one)[0] ?? one.id;
    units.set(unit, [...(units.get(unit) ?? []), one]);
  }
  const loads = Array.from({ length: count }, () => 0);
  const own = new Set<Case>();
  for (const unit of [...units.values()].sort((a, b) => b.length - a.length)) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + unit.length;
    if (lightest === index - 1) for (const one of unit) own.add(one);
  }
  return cases.filter((one) => judgesTheRun(one) || own.has(one));
}

function judgesTheRun({ steps }: Case): boolean {
  return steps.some(({ do: kind }) => kind === 'invariant' || kind === 'upheld');
}
