import type { CaseObservation, CaseOutcome } from '../../engine/run-context.js';
import type { Observation } from '../../record/types.js';

interface Gathered {
  gap: string;
  version: string;
  of: string | undefined;
  /** Observations with parts by the answer that they got; an answer without parts stands for itself. */
  answers: Map<string, CaseObservation[]>;
  cases: string[];
}

/**
 * What cases tell of gaps. Answers about parts of one thing make one line, the parts listed by their answer:
 * `sendText: required (400, code 9): user_id, text`.
 */
export function caseAnswers(outcomes: readonly CaseOutcome[]): Observation[] {
  const all = new Map<string, Gathered>();
  for (const { case: testCase, observations } of outcomes) {
    for (const observation of observations) {
      const key = JSON.stringify([testCase.version, ...thingOf(observation)]);
      const { gap, of, value } = observation;
      const known: Gathered = all.get(key) ?? {
        gap,
        version: testCase.version,
        of,
        answers: new Map(),
        cases: [],
      };
      known.answers.set(value, [...(known.answers.get(value) ?? []), observation]);
      known.cases.push(testCase.id);
      all.set(key, known);
    }
  }
  return [...all.values()].map(({ gap, version, of, answers, cases }) => ({
    gap,
    version,
    value: `${of === undefined ? '' : `${of}: `}${text(answers)}`,
    cases,
  }));
}

/** Observations without a part are told apart by their value. */
function thingOf({ gap, of, part, value }: CaseObservation): (string | null)[] {
  return [gap, of ?? null, part === undefined ? value : null];
}

function text(answers: ReadonlyMap<string, readonly CaseObservation[]>): string {
  const all = [...answers.values()].flat();
  const agreed = ({ among, value }: CaseObservation): boolean =>
    among !== undefined &&
    all.every((observation) => observation.among !== among || observation.value === value);
  return [...answers]
    .map(([answer, own]) => {
      const parts = own.flatMap((observation) =>
        observation.part === undefined || agreed(observation) ? [] : [observation.part],
      );
      return parts.length === 0 ? answer : `${answer}: ${[...new Set(parts)].join(', ')}`;
    })
    .join('; ');
}
