import type { CaseObservation, CaseOutcome } from '../../engine/run-context.js';
import type { Redactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import type { GapAnswer } from '../preflight/needed.js';
import type { Evidence } from '../record.js';
import { answerObservations } from './answer-observations.js';
import { eventObservations } from './event-observations.js';
import { trafficObservations } from './traffic-observations.js';

/**
 * How the target fills the gaps of the interface: what the preflight found, what cases asked, what the traffic shows.
 * @param redact masks keys, before anything is cut
 */
export function gapAnswers(found: readonly GapAnswer[], evidence: Evidence, redact: Redactor): Observation[] {
  return [
    ...found.map((answer) => ({ ...answer, cases: [] })),
    ...caseAnswers(evidence.outcomes),
    ...answerObservations(evidence),
    ...eventObservations(evidence, redact),
    ...trafficObservations(evidence),
    ...byVersion(
      evidence.outcomes,
      evidence.descriptions.map(({ version }) => version),
    ),
  ];
}

interface Gathered {
  gap: string;
  version: string;
  of: string | undefined;
  /** Observations with parts by the answer that they got; an answer without parts stands for itself. */
  answers: Map<string, CaseObservation[]>;
  cases: string[];
}

/**
 * What cases show of gaps. Answers about parts of one thing make one line, the parts listed by their answer:
 * `sendText: required (400, code 9): user_id, text`.
 */
function caseAnswers(outcomes: readonly CaseOutcome[]): Observation[] {
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

/** Observations without a part differ by their value. */
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

/** Which questions are answered otherwise in a version than in the one before, as far as both were asked the same. */
function byVersion(outcomes: readonly CaseOutcome[], versions: readonly string[]): Observation[] {
  const answers = new Map(versions.map((version) => [version, answersIn(outcomes, version)]));
  return versions.slice(1).flatMap((version, at) => {
    const before = versions[at] as string;
    const [own, other] = [answers.get(version), answers.get(before)];
    const common = [...(own?.keys() ?? [])].filter((question) => other?.has(question));
    if (common.length === 0) return [];
    const differing = common.filter((question) => own?.get(question) !== other?.get(question));
    const gaps = [...new Set(differing.map((question) => String(JSON.parse(question)[0])))];
    return [
      {
        gap: 'answers-by-version',
        version,
        value:
          gaps.length === 0
            ? `none of those that were asked in ${before} too`
            : `other than in ${before}: ${gaps.join(', ')}`,
        cases: [],
      },
    ];
  });
}

/** Answers of a version by what was asked: the gap, the thing and its part. */
function answersIn(outcomes: readonly CaseOutcome[], version: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const { case: testCase, observations } of outcomes) {
    if (testCase.version !== version) continue;
    for (const { gap, of = null, part = null, value } of observations) {
      const question = JSON.stringify([gap, of, part]);
      const known = all.get(question);
      all.set(question, known === undefined || known === value ? value : `${known}; ${value}`);
    }
  }
  return all;
}
