import type { Case, SendStep, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { Mutant } from './mutants/mutant.js';

/** Of what a law of the run speaks about, so much is caused: more would show the same again. */
const MOST_CAUSES = 24;

/**
 * The cases that a mutant must be seen by: those that aim at it, where these judge all answers of the run, some of those
 * that cause such answers, and where they answer for the set-up of others, some of those with such a set-up.
 */
export function relevantCases(
  mutant: Mutant,
  cases: readonly Case[],
  descriptions: readonly Description[],
): (testCase: Case) => boolean {
  const aiming = cases.filter(mutant.aims);
  const causing = mutant.inEveryAnswer
    ? []
    : lawsOf(aiming).flatMap((law) => {
        const all = cases.filter((testCase) => causes(testCase, law, descriptions));
        return mutant.spoilsAll ? all : spread(all);
      });
  const audience = new Set([...aiming, ...causing]);
  return (testCase) => audience.has(testCase);
}

/** What a case judges of the whole run: all answers of an operation (null: of those that no version lists), or a duty of set-ups. */
type Law = { version: string } & ({ answersOf: string | null } | { setUpBy: string });

function lawsOf(aiming: readonly Case[]): Law[] {
  const laws = aiming.flatMap(({ version, steps }) =>
    steps.flatMap((step): Law[] => {
      if (step.do === 'invariant') return [{ version, answersOf: step.operation }];
      return step.do === 'upheld' ? [{ version, setUpBy: step.duty.about }] : [];
    }),
  );
  return [...new Map(laws.map((law) => [JSON.stringify(law), law])).values()];
}

function causes(testCase: Case, law: Law, descriptions: readonly Description[]): boolean {
  if (testCase.version !== law.version) return false;
  if ('setUpBy' in law) return testCase.steps.some((step) => prepares(step, law.setUpBy));
  const { operations = {} } = descriptions.find(({ version }) => version === law.version) ?? {};
  return sendsOf(testCase).some(({ request }) =>
    law.answersOf === null
      ? request.version !== undefined ||
        request.path !== undefined ||
        !Object.hasOwn(operations, request.operation)
      : request.operation === law.answersOf,
  );
}

/** Whether a step of a set-up is about the operation or the event. */
function prepares(step: Step, about: string): boolean {
  if (!('setup' in step) || !step.setup) return false;
  if (step.do === 'send') return step.request.operation === about;
  return step.do === 'notified' && step.event === about;
}

function sendsOf({ steps }: Case): SendStep[] {
  return steps.filter((step) => step.do === 'send');
}

/** Cases of every kind, for they stand in the order of their groups. */
function spread(cases: readonly Case[]): Case[] {
  const every = Math.max(1, cases.length / MOST_CAUSES);
  return cases.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every));
}
