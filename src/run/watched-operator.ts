import type { Description } from '../description/types.js';
import type { Clock, Operator, OperatorResult } from '../engine/ports.js';
import type { Exchange } from '../engine/run-context.js';
import type { ActionRecord } from '../record/types.js';

/** One action as it was asked for; moments are wall clock, milliseconds. */
export interface Watched {
  action: string;
  parameters: Record<string, unknown>;
  /** In the course of which case; undefined: nobody said. */
  caseId?: string | undefined;
  result: OperatorResult;
  startedAt: number;
  durationMs: number;
}

/** The operator, with every action written down. */
export interface WatchedOperator {
  operator: Operator;
  actions: readonly Watched[];
  /** Gives what was written down so far, and forgets it. */
  take(): Watched[];
}

export function watchOperator(inner: Operator, clock: Clock): WatchedOperator {
  const actions: Watched[] = [];
  const operator: Operator = {
    name: inner.name,
    get shows() {
      return inner.shows;
    },
    ...(inner.longestActionMs !== undefined && { longestActionMs: inner.longestActionMs }),
    supports: (action) => inner.supports(action),
    inbox: (parameters) => inner.inbox(parameters),
    learn: async () => inner.learn?.(),
    close: () => inner.close(),
    async perform(action, parameters, caseId) {
      const startedAt = clock.now();
      const result = await inner.perform(action, parameters, caseId);
      actions.push({ action, parameters, caseId, result, startedAt, durationMs: clock.now() - startedAt });
      return result;
    },
  };
  return { operator, actions, take: () => actions.splice(0) };
}

/**
 * The actions for the record, oldest first; where nobody said of which case, a user of a case's requests tells it.
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
  const names = new Set(descriptions.map(({ employee }) => employee.user));
  const cases = new Map(
    exchanges.flatMap(({ user, caseId }) => (user === null ? [] : [[user, caseId] as const])),
  );
  return [...actions]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ action, parameters, caseId, result, startedAt: at, durationMs }) => {
      const found = [...names].map((name) => parameters[name]).find((value) => typeof value === 'string');
      const user = typeof found === 'string' ? found : null;
      const { seconds, online } = parameters;
      return {
        caseId: caseId ?? (user === null ? null : (cases.get(user) ?? null)),
        user,
        action,
        ok: result.ok,
        text: result.ok ? '' : result.text,
        ...(typeof online === 'boolean' && { online }),
        ...(typeof seconds === 'number' &&
          result.ok && { moved: { seconds, cases: underWay(at, exchanges, clockCases) } }),
        startedMs: Math.round(at - startedAt),
        durationMs: Math.round(durationMs),
      };
    });
}

/** Which of the cases made requests before that moment and after it. */
function underWay(at: number, exchanges: readonly Exchange[], ids: ReadonlySet<string>): string[] {
  const of = (fits: (moment: number) => boolean): Set<string> =>
    new Set(exchanges.flatMap(({ caseId, outcome }) => (fits(outcome.startedAt) ? [caseId] : [])));
  const before = of((moment) => moment < at);
  const after = of((moment) => moment >= at);
  return [...ids].filter((id) => before.has(id) && after.has(id));
}
