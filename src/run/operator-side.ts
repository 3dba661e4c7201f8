import type { Case, Step } from '../cases/types.js';
import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { Exchange } from '../engine/evidence.js';
import type { Clock, Operator, OperatorResult } from '../engine/ports.js';
import { schedule } from '../engine/schedule.js';
import { setPresence } from '../engine/steps/operator.js';
import { groupBy } from '../group-by.js';
import type { OperatorContext } from '../operator/create.js';
import { decorated } from '../operator/driver.js';
import type { ActionRecord } from '../record/types.js';
import type { PreflightContext } from './preflight/context.js';
import { keysOf } from './secrets.js';

/** One action as it was asked for; moments are wall clock, milliseconds. */
export interface Watched {
  action: string;
  parameters: Record<string, unknown>;
  /** The case that asked for it; undefined: unknown. */
  caseId?: string | undefined;
  result: OperatorResult;
  startedAt: number;
  durationMs: number;
}

/** The operator, with every action recorded. */
export interface WatchedOperator {
  operator: Operator;
  actions: readonly Watched[];
  /** Returns what was recorded so far, and forgets it. */
  take(): Watched[];
}

export function watchOperator(inner: Operator, clock: Clock): WatchedOperator {
  const actions: Watched[] = [];
  const operator = decorated(inner, {
    async perform(action, parameters, caseId) {
      const startedAt = clock.now();
      const result = await inner.perform(action, parameters, caseId);
      actions.push({ action, parameters, caseId, result, startedAt, durationMs: clock.now() - startedAt });
      return result;
    },
  });
  return { operator, actions, take: () => actions.splice(0) };
}

/**
 * The actions for the record, oldest first; if the case is unknown, it is the one whose requests name the user.
 * @param startedAt when the run began, wall clock, milliseconds
 * @param clockCases ids of the cases that move the service's clock: they do it together
 */
export function actionRecords(
  actions: readonly Watched[],
  exchanges: readonly Exchange[],
  descriptions: readonly Description[],
  startedAt: number,
  clockCases: ReadonlySet<string> = new Set(),
): ActionRecord[] {
  const named = (parameters: Watched['parameters'], of: 'user' | 'destination'): string | undefined =>
    descriptions
      .map(({ employee }) => parameters[employee[of]])
      .find((value): value is string => typeof value === 'string');
  const cases = new Map(
    exchanges.flatMap(({ user, caseId }) => (user === null ? [] : [[user, caseId] as const])),
  );
  const done = [
    ...exchanges.map(({ caseId, outcome }) => ({ caseId, at: outcome.startedAt })),
    ...actions.map(({ caseId, startedAt: at }) => ({ caseId, at })),
  ];
  const spans = spansOf(done, clockCases);
  const underWay = (at: number): string[] =>
    spans.flatMap(({ caseId, from, to }) => (from < at && to >= at ? [caseId] : []));
  return [...actions]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ action, parameters, caseId, result, startedAt: at, durationMs }) => {
      const user = named(parameters, 'user') ?? null;
      const destination = named(parameters, 'destination');
      const { seconds, online } = parameters;
      return {
        caseId: caseId ?? (user === null ? null : (cases.get(user) ?? null)),
        user,
        action,
        ok: result.ok,
        text: result.ok ? '' : result.text,
        ...(destination !== undefined && { destination }),
        ...(typeof online === 'boolean' && { online }),
        ...(typeof seconds === 'number' && result.ok && { moved: { seconds, cases: underWay(at) } }),
        startedMs: Math.round(at - startedAt),
        durationMs: Math.round(durationMs),
      };
    });
}

/** When each of the cases did the first and the last thing, wall clock, milliseconds; none for a case that did nothing. */
function spansOf(
  done: readonly { caseId?: string | undefined; at: number }[],
  ids: ReadonlySet<string>,
): { caseId: string; from: number; to: number }[] {
  const byCase = groupBy(done, ({ caseId }) => caseId);
  return [...ids].flatMap((caseId) => {
    const moments = byCase.get(caseId)?.map(({ at }) => at);
    return moments ? [{ caseId, from: Math.min(...moments), to: Math.max(...moments) }] : [];
  });
}

/** What a driver of the employee's side needs to know of the run: secrets to hide, names and instructions. */
export function operatorContext(
  { target, output }: Configuration,
  descriptions: readonly Description[],
): OperatorContext {
  const instructions = descriptions
    .flatMap(({ events }) => Object.values(events))
    .flatMap(({ cause }) =>
      cause.kind === 'operator' && cause.instruction ? [[cause.action, cause.instruction]] : [],
    );
  const shows = descriptions.flatMap(({ employee }) => [
    ...employee.shows,
    employee.user,
    employee.destination,
  ]);
  return {
    secrets: keysOf(target),
    input: output.input,
    shows: [...new Set(shows)],
    instructions: Object.fromEntries(instructions),
  };
}

/**
 * About how many actions of the employee's side the cases ask for, not counting looks into the inbox.
 * @param destinations how many a contact point lists: some cases go through each of them
 * @param ownPoints contact points that never had a webhook address
 */
export function plannedActions(cases: readonly Case[], destinations: number, ownPoints: number): number {
  const rounds = ({ repeats = 1, eachDestination }: Case): number =>
    eachDestination === undefined ? repeats : destinations;
  const moved = schedule(cases, ownPoints).clock.map((group) =>
    clockMoves(group.map((at) => cases[at] as Case)),
  );
  return [...moved, ...cases.map((testCase) => rounds(testCase) * actionsOf(testCase))].reduce(
    (sum, number) => sum + number,
    0,
  );
}

/** The clock moves once for all cases that go through time together. */
function clockMoves(cases: readonly Case[]): number {
  const hours = cases.flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.do === 'clock' && (step.hours > 0 || step.from) ? [`${step.hours} ${step.from}`] : [],
    ),
  );
  return new Set(hours).size;
}

function actionsOf(testCase: Case): number {
  return testCase.steps.reduce((sum, step) => sum + actions(step), 0);
}

/** Employees who were logged out are logged in again. */
function actions(step: Step): number {
  if (step.do === 'operate') return 1;
  if (step.do === 'presence') return step.online ? 1 : 2;
  return 0;
}

/**
 * Asks the employee's side which actions it has, and checks whether it answers at all: the inbox of a user who never
 * wrote shows nothing, and employees who are logged in log in again. Returns why it rejects the driver's credentials;
 * null: it does not, or nobody can tell.
 */
export async function reachOperator(context: PreflightContext): Promise<string | null> {
  const { configuration, report, operator } = context;
  if (configuration.operator.kind === 'none') {
    report.note(
      'operator',
      'No driver is configured, so what employees do and see is not checked.',
      'Choose one with --operator (manual, console, http, exec:COMMAND); see docs/drivers.md.',
    );
    return null;
  }
  await operator.learn?.();
  const tried = await harmless(context);
  if (tried === null) return null;
  const { result, asked } = tried;
  if (result.ok) {
    report.ok('operator', `the employee's side answers (${operator.name})`);
    return null;
  }
  if (result.kind === 'driver') {
    report.problem(
      'operator',
      `The employee's side failed when asked ${asked}: ${result.text}`,
      'Start it, or correct "operator" in the configuration; --operator none leaves its cases out.',
    );
  } else if (result.unknownDriver) {
    const why = `The employee's side rejects the driver's credentials: ${result.text}`;
    report.problem('operator', why, 'Correct "operator.http.headers" in the configuration.');
    return why;
  } else
    report.note(
      'operator',
      `The driver could not return the inbox of a user who has never written: ${result.text}`,
    );
  return null;
}

/** What the driver answers to something that changes nothing, and what that was; null: there is no such action. */
async function harmless(
  context: PreflightContext,
): Promise<{ result: OperatorResult; asked: string } | null> {
  const { descriptions, configuration, nonce, operator, destinations } = context;
  const [first] = descriptions;
  if (!first || configuration.operator.kind === 'manual') return null;
  const { version, employee } = first;
  const key = configuration.target.key;
  const listed = await destinations(version, key);
  const there = listed.find(({ online }) => online);
  if (operator.supports('inbox')) {
    const destination = (there ?? listed[0])?.id ?? '';
    const user = `u-${nonce}-nobody`;
    return {
      result: await operator.inbox({
        version,
        key,
        [employee.user]: user,
        [employee.destination]: destination,
      }),
      asked: `for the inbox of ${user}, who never wrote, at destination "${destination}"`,
    };
  }
  if (!operator.supports('set_presence') || !there) return null;
  return {
    result: await setPresence(operator, { version, employee }, { key, destination: there.id, online: true }),
    asked: `to log in the employees of destination "${there.id}", who are logged in`,
  };
}
