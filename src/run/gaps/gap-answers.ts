import type { Description } from '../../description/types.js';
import type { CaseObservation, CaseOutcome } from '../../engine/evidence.js';
import { count } from '../../phrases.js';
import type { Redactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import type { Evidence } from '../case-records.js';
import type { GapAnswer } from '../preflight/context.js';
import { eventObservations, responseObservations } from './observations.js';

/**
 * How the target fills the gaps of the interface: what the preflight found, what cases asked, and what the traffic shows.
 * @param redact masks keys, before anything is cut
 */
export function gapAnswers(found: readonly GapAnswer[], evidence: Evidence, redact: Redactor): Observation[] {
  return [
    ...found.map((answer) => ({ ...answer, cases: [] })),
    ...caseAnswers(evidence.outcomes),
    ...responseObservations(evidence),
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
  /** Observations about parts, by the answer that the parts got; an answer without parts stands for itself. */
  answers: Map<string, CaseObservation[]>;
  cases: string[];
}

/**
 * What cases show of gaps. Answers about parts of one thing make one line, which lists the parts by their answer:
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

/** Which questions a version answers differently from the one before, as far as both were asked the same. */
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

const MAX_CASES = 5;

/** What the traffic as a whole shows of gaps: copies of events, and whether there was too much of it at once. */
export function trafficObservations(evidence: Evidence): Observation[] {
  return evidence.descriptions.flatMap((description) => [
    ...copies(description, evidence),
    ...rates(description, evidence),
  ]);
}

/** Events caused by one stimulus, counted in the cases that make sure it was only one. */
function copies({ version }: Description, { outcomes, deliveries, reader }: Evidence): Observation[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const cases: string[] = [];
  const counts = new Map<string, number[]>();
  for (const outcome of outcomes) {
    const event = single(outcome);
    if (event === null || outcome.case.version !== version) continue;
    const came = outcome.events
      .flatMap((id) => byId.get(id) ?? [])
      .flatMap((delivery) => reader.events(delivery).filter(({ name }) => name === event));
    if (came.length === 0) continue;
    const users = groupCounts(came.map(({ user }) => user));
    counts.set(event, [...(counts.get(event) ?? []), ...users]);
    cases.push(outcome.case.id);
  }
  const perEvent = [...counts].map(([event, all]) => `${event} ${often(Math.min(...all), Math.max(...all))}`);
  return perEvent.length === 0
    ? []
    : [
        {
          gap: 'duplicate-events',
          version,
          value: perEvent.sort().join(', '),
          cases: cases.slice(0, MAX_CASES),
        },
      ];
}

/** How often each value comes. */
function groupCounts(values: readonly unknown[]): number[] {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

/** The event that the case knows to have caused once; null: none. */
function single({ case: { steps } }: CaseOutcome): string | null {
  const step = steps.find((step) => step.do === 'expect-event' && step.calibrates === true);
  return step?.do === 'expect-event' ? step.event : null;
}

function often(least: number, most: number): string {
  if (most === 1) return 'once';
  return least === most ? `${most} times` : `${least} to ${most} times`;
}

/** Responses of something in front of a service are the only sign of a limit. */
function rates({ version, http }: Description, { exchanges }: Evidence): Observation[] {
  const own = exchanges.filter((exchange) => exchange.version === version);
  if (own.length === 0) return [];
  const statuses = own.flatMap(({ outcome }) =>
    outcome.kind === 'response' && http.infrastructureStatuses.includes(outcome.status)
      ? [outcome.status]
      : [],
  );
  const seen = [...new Set(statuses)].sort().map((status) => `status ${status} was returned`);
  const late = own.filter(({ outcome }) => outcome.kind === 'response' && outcome.heldBack).length;
  if (late > 0)
    seen.push(
      `${count(late, 'request')} ${late === 1 ? 'was' : 'were'} turned away at first and accepted when sent again`,
    );
  return [
    {
      gap: 'rate-limits',
      version,
      value: seen.length === 0 ? 'no request of this run was turned away' : seen.join(', '),
      cases: [],
    },
  ];
}
