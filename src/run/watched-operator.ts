import type { Description } from '../description/types.js';
import type { Clock, Operator, OperatorResult } from '../engine/ports.js';
import type { Exchange } from '../engine/run-context.js';
import type { ActionRecord } from '../record/types.js';

/** One action as it was asked for; moments are wall clock, milliseconds. */
export interface Watched {
  action: string;
  parameters: Record<string, unknown>;
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
    async perform(action, parameters) {
      const startedAt = clock.now();
      const result = await inner.perform(action, parameters);
      actions.push({ action, parameters, result, startedAt, durationMs: clock.now() - startedAt });
      return result;
    },
  };
  return { operator, actions, take: () => actions.splice(0) };
}

/** The actions for the record, oldest first; a user of a case's requests tells the case. */
export function actionRecords(
  actions: readonly Watched[],
  exchanges: readonly Exchange[],
  descriptions: readonly Description[],
  startedAt: number,
): ActionRecord[] {
  const names = new Set(descriptions.map(({ employee }) => employee.user));
  const cases = new Map(
    exchanges.flatMap(({ user, caseId }) => (user === null ? [] : [[user, caseId] as const])),
  );
  return [...actions]
    .sort((a, b) => a.startedAt - b.startedAt)
    .map(({ action, parameters, result, startedAt: at, durationMs }) => {
      const found = [...names].map((name) => parameters[name]).find((value) => typeof value === 'string');
      const user = typeof found === 'string' ? found : null;
      const { seconds } = parameters;
      return {
        caseId: user === null ? null : (cases.get(user) ?? null),
        user,
        action,
        ok: result.ok,
        text: result.ok ? '' : result.text,
        ...(typeof seconds === 'number' && result.ok && { movedSeconds: seconds }),
        startedMs: Math.round(at - startedAt),
        durationMs: Math.round(durationMs),
      };
    });
}
