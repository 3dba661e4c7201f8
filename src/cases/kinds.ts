import type { Case, Step } from './types.js';

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
