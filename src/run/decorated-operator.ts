import type { Operator } from '../engine/ports.js';

/** An operator that does some things in its own way, and leaves all others to the one that it stands for. */
export function decorated(
  inner: Operator,
  own: Partial<Pick<Operator, 'perform' | 'inbox' | 'learn'>>,
): Operator {
  return {
    name: inner.name,
    // What an inbox shows may be known only later.
    get shows() {
      return inner.shows;
    },
    ...(inner.longestActionMs !== undefined && { longestActionMs: inner.longestActionMs }),
    supports: (action) => inner.supports(action),
    perform: (action, parameters, caseId) => inner.perform(action, parameters, caseId),
    inbox: (parameters) => inner.inbox(parameters),
    learn: async () => inner.learn?.(),
    plan: (actions) => inner.plan?.(actions),
    close: () => inner.close(),
    ...own,
  };
}
