import { casesOf } from '../cases/derive.js';
import type { Case, SendStep, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { type Explanation, firstLine, type MutantRecord } from '../record/selftest.js';
import { defaultDialect } from '../reference/dialect/dialect.js';
import { type CheckResult, checkService, explain } from './check-service.js';
import { openPort80 } from './deployment.js';
import { type Mutant, spread } from './mutants/mutant.js';

/** Whatever is due comes at once, so what has not come by then never does. */
const FLAGS = { eventTimeout: '1s' };
/** In real time, on a machine that is busy with other mutants, it may take longer. */
const PATIENT = { eventTimeout: '5s', quietWindow: '500ms' };

/** What a mutant meets. */
interface MeetingOptions {
  /** Every case. */
  allCases: boolean;
  /** Else these, of the cases that are to kill it, and what they need; default: all of them. */
  killers?: readonly string[];
}

/**
 * Runs all cases of the mutated version against one mutant, and those of other versions that also look at it; or, of
 * these, only those that are relevant to the mutant. Cases that only observe never fail and are left out, unless what they send makes
 * the mutant show itself.
 */
export async function runMutant(
  mutant: Mutant,
  descriptions: Description[],
  options: MeetingOptions,
): Promise<MutantRecord> {
  const started = performance.now();
  const result = await meetMutant(mutant, descriptions, options);
  return recordOf(mutant, result, Math.round(performance.now() - started));
}

/** The same, with everything that the run recorded. */
export async function meetMutant(
  mutant: Mutant,
  descriptions: Description[],
  { allCases, killers }: MeetingOptions,
): Promise<CheckResult> {
  const isRelevant = allCases ? () => true : relevantCases(mutant, descriptions, killers);
  const port80 = mutant.port80 ? await openPort80(descriptions, SEED) : null;
  return checkService({
    descriptions,
    service: {
      tls: mutant.tls === true,
      faults: [mutant.fault()],
      ...(mutant.lacks && { dialect: { ...defaultDialect, accounts: { lacks: mutant.lacks } } }),
      ...(port80 && { seed: SEED }),
    },
    sockets: mutant.tls === true || mutant.sockets === true,
    flags: mutant.tls || mutant.sockets ? PATIENT : FLAGS,
    discover: mutant.discover === true,
    only: (testCase) =>
      mutant.stimuli?.(testCase) === true ||
      (testCase.level !== 'observed' &&
        (mutant.version === null || looksAt(testCase, mutant.version)) &&
        isRelevant(testCase)),
    around: (ports) => port80?.around(ports) ?? ports,
  }).finally(() => port80?.close());
}

/** Two services with the same seed have the same keys. */
const SEED = 80;

function looksAt({ version, needs }: Case, wanted: string): boolean {
  return version === wanted || needs.some((need) => need.kind === 'version' && need.version === wanted);
}

function recordOf(mutant: Mutant, { outcomes, stopped }: CheckResult, durationMs: number): MutantRecord {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const killers = failed.filter((outcome) => mutant.killedBy(outcome.case));
  const { id, family, summary, version } = mutant;
  const [first] = killers;
  return {
    id,
    family,
    summary,
    version,
    state: stopped ? 'stopped' : first ? 'killed' : 'survived',
    killers: idsOf(killers),
    collateral: idsOf(failed.filter((outcome) => !killers.includes(outcome))),
    open: outcomes.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error').length,
    ran: outcomes.length,
    explained: first ? explain(first) : null,
    unclear: failed.flatMap((outcome) => unclear(explain(outcome)) ?? []),
    unanswered: outcomes
      .filter(isUnanswered)
      .map(({ case: testCase, reason }) => `${testCase.id}: ${reason?.code}: ${reason?.text}`),
    durationMs,
  };
}

/** What a busy machine does to a run; no mutant does it. */
const MACHINE = [
  'held-up',
  'stopped-answering',
  'no-response',
  'header-timeout',
  'body-timeout',
  'connect-timeout',
];

function isUnanswered({ verdict, reason, dueTo }: CaseOutcome): boolean {
  return verdict === 'inconclusive' && dueTo === undefined && !MACHINE.includes(reason?.code ?? '');
}

function idsOf(outcomes: readonly CaseOutcome[]): string[] {
  return outcomes.map((outcome) => outcome.case.id);
}

const SIGNS: [RegExp, string][] = [
  // A case may have such a name: it sends the word as if it were JSON. In quotes of its own it is a text that was sent.
  [/(?<![-"])\bundefined\b/, 'says "undefined"'],
  [/\[object \w+\]/, 'prints an object as such'],
  [/\n\s*at |\bat \S+:\d+:\d+/, 'shows a stack'],
  [/\n/, 'needs more than one line'],
  [/expected:? (true|false)\b/i, 'expects a bare boolean'],
  [/(?<!")\bNaN\b/, 'says "NaN"'],
];

/** Why a failure is not explained; null: it is. */
export function unclear(explained: Explanation): string | null {
  const line = firstLine(explained);
  const missing = (['text', 'expected', 'received'] as const).find((part) => !explained[part]);
  if (missing) return `${explained.case} has no "${missing}": ${line}`;
  if (explained.statements.length === 0) return `${explained.case} names no statement: ${line}`;
  const sign = SIGNS.find(([pattern]) => pattern.test(line));
  return sign ? `${explained.case} ${sign[1]}: ${line}` : null;
}

/** Responses or events caused for an invariant to judge, at most: more would show the same again. */
const MOST_CAUSES = 24;

/**
 * The cases that must see a mutant: those that must kill it; if these judge all responses of the run, some that cause
 * such responses; and if they answer for the setup of others, some with such a setup.
 */
function relevantCases(
  mutant: Mutant,
  descriptions: readonly Description[],
  killers?: readonly string[],
): (testCase: Case) => boolean {
  const cases = casesOf(descriptions);
  const chosen = new Set(killers);
  const expected = cases.filter((testCase) =>
    killers ? chosen.has(testCase.id) : mutant.killedBy(testCase),
  );
  const causing = mutant.inEveryResponse
    ? []
    : lawsOf(expected).flatMap((law) => {
        const all = cases.filter((testCase) => causes(testCase, law, descriptions));
        return mutant.spoilsAll ? all : spread(all, MOST_CAUSES);
      });
  const relevant = new Set([...expected, ...causing]);
  return (testCase) => relevant.has(testCase);
}

/**
 * What a case judges of the whole run: all responses of an operation (null: of those that no version lists), or a duty
 * of setups.
 */
type Law = { version: string } & ({ responsesOf: string | null } | { setUpBy: string });

function lawsOf(expected: readonly Case[]): Law[] {
  const laws = expected.flatMap(({ version, steps }) =>
    steps.flatMap((step): Law[] => {
      if (step.do === 'invariant') return [{ version, responsesOf: step.operation }];
      return step.do === 'judge-duty' ? [{ version, setUpBy: step.duty.about }] : [];
    }),
  );
  return [...new Map(laws.map((law) => [JSON.stringify(law), law])).values()];
}

function causes(testCase: Case, law: Law, descriptions: readonly Description[]): boolean {
  if (testCase.version !== law.version) return false;
  if ('setUpBy' in law) return testCase.steps.some((step) => prepares(step, law.setUpBy));
  const { operations = {} } = descriptions.find(({ version }) => version === law.version) ?? {};
  return sendsOf(testCase).some(({ request }) =>
    law.responsesOf === null
      ? request.version !== undefined ||
        request.path !== undefined ||
        !Object.hasOwn(operations, request.operation)
      : request.operation === law.responsesOf,
  );
}

/** Whether a step of a setup concerns the operation or the event. */
function prepares(step: Step, about: string): boolean {
  if (!('setup' in step) || !step.setup) return false;
  if (step.do === 'send') return step.request.operation === about;
  return step.do === 'expect-event' && step.event === about;
}

function sendsOf({ steps }: Case): SendStep[] {
  return steps.filter((step) => step.do === 'send');
}
