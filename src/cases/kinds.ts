import type { Case, Step } from './types.js';

/**
 * The first of the cases that differ only in values, paths, numbers and order: all that a run does, each once. Laws of
 * the run send nothing: each is a kind of its own.
 */
export function oneOfEachKind(cases: readonly Case[]): Case[] {
  const kinds = new Map<string, Case>();
  for (const testCase of cases) {
    const kind = kindOf(testCase);
    if (!kinds.has(kind)) kinds.set(kind, testCase);
  }
  return [...kinds.values()];
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
