import { gapsOf, matches } from './statements.js';
import type { Case, Step } from './types.js';

export interface Filter {
  /** Patterns, see `fits`; a case is included if any fits. Empty: all. */
  grep: readonly string[];
  /** A case is left out if any fits. */
  skip: readonly string[];
  /** Whole ids: no other case is included. Null or absent: all. */
  only?: readonly string[] | null;
  /** Of those, one of each kind. */
  quick?: boolean;
  shard: Shard | null;
}

/** The cases that the user asked for, in their order. */
export function filterCases(
  cases: readonly Case[],
  { grep, skip, only = null, quick = false, shard }: Filter,
): Case[] {
  const ids = only && new Set(only);
  const fitting = cases.filter(
    (testCase) =>
      (ids === null || ids.has(testCase.id)) &&
      (grep.length === 0 || grep.some((pattern) => fits(pattern, testCase))) &&
      !skip.some((pattern) => fits(pattern, testCase)),
  );
  const chosen = quick ? oneCaseOfEachKind(fitting) : fitting;
  return shard ? shardOf(chosen, shard) : chosen;
}

/** Patterns that fit no case at all: most likely mistyped. */
export function unmatched(cases: readonly Case[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !cases.some((testCase) => fits(pattern, testCase)));
}

/**
 * A pattern fits a case as part of its id, as one of its statements, or as a glob over the id, with or without the
 * version in front and the operation at the end.
 */
export function fits(pattern: string, testCase: Case): boolean {
  return (
    testCase.id.includes(pattern) ||
    testCase.statements.includes(pattern) ||
    spellings(testCase).some((id) => matches(pattern, id))
  );
}

/** Whether a case is called so: by its id, with or without version and operation, or by its name alone. */
export function isCalled(name: string, testCase: Case): boolean {
  return testCase.name === name || spellings(testCase).includes(name);
}

/** The id, and what is left of it without the version, without the operation and without both. */
function spellings({ id, version, operation }: Case): string[] {
  const path = id.slice(version.length + 1);
  if (operation === undefined) return [id, path];
  const tail = operation.length + 1;
  return [id, path, id.slice(0, -tail), path.slice(0, -tail)];
}

/** One part of several; `index` counts from 1. */
export interface Shard {
  index: number;
  count: number;
}

/**
 * The cases of one shard, in their order. Cases that judge the whole run (laws over all responses, what the setup of
 * others rests on) are in every shard, because each shard has responses of its own. Cases that answer an open question
 * stay together, so that its answer is complete; one that answers several keeps the cases of all of them together. All
 * others are dealt out, the largest sets first.
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
  return steps.some(({ do: kind }) => kind === 'invariant' || kind === 'judge-duty');
}

/**
 * The first of the cases that differ only in values, paths, numbers and order: everything a run does, once each. Invariants
 * send nothing, so each is a kind of its own. Besides, the first case of each statement that none of these shows.
 */
export function oneCaseOfEachKind(cases: readonly Case[]): Case[] {
  const kinds = new Map<string, Case>();
  for (const testCase of cases) {
    const kind = kindOf(testCase);
    if (!kinds.has(kind)) kinds.set(kind, testCase);
  }
  const chosen = new Set(kinds.values());
  const shown = new Set([...chosen].flatMap(statementsOf));
  for (const testCase of cases) {
    const statements = statementsOf(testCase);
    if (statements.every((statement) => shown.has(statement))) continue;
    chosen.add(testCase);
    for (const statement of statements) shown.add(statement);
  }
  return cases.filter((testCase) => chosen.has(testCase));
}

/** By version: a statement is proven in each. */
function statementsOf({ version, statements }: Case): string[] {
  return statements.map((statement) => `${version}/${statement}`);
}

function kindOf({ id, version, group, phase, needs, eachDestination, steps }: Case): string {
  if (phase === 'invariant') return id;
  const course = [...new Set(steps.map(stepKind))].sort();
  return JSON.stringify([version, group, phase, needs, eachDestination, course]);
}

function stepKind(step: Step): string {
  if (step.do === 'send') return `${step.request.body.kind} ${step.request.operation}, ${step.expect.kind}`;
  const event = 'event' in step ? step.event : '';
  const action = 'action' in step ? step.action : '';
  return `${step.do} ${event} ${action}`;
}
