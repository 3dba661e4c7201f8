import { whenAborted } from '../abort.js';
import { afterActive } from '../active-time.js';
import type { Operator } from '../engine/ports.js';

/** Long enough for a driver that works to log employees in again. */
const GRACE_MS = 500;
const GIVEN_UP = { ok: false, kind: 'failed', text: 'the run is ending' } as const;

/**
 * The operator, for whom nobody waits long once the run is ending: what is under way then, or is asked for to leave the
 * deployment as it was, counts as failed when it is not done in half a second.
 */
export function withDeadline(inner: Operator, signal: AbortSignal): Operator {
  function soon<T>(work: Promise<T>): Promise<T | typeof GIVEN_UP> {
    return new Promise((resolve, reject) => {
      let cancel = (): void => undefined;
      const giveUp = (): void => {
        cancel = afterActive(GRACE_MS, () => resolve(GIVEN_UP));
      };
      const takeBack = whenAborted(signal, giveUp);
      if (signal.aborted) giveUp();
      work.then(resolve, reject).finally(() => {
        takeBack();
        cancel();
      });
    });
  }

  return {
    name: inner.name,
    get shows() {
      return inner.shows;
    },
    ...(inner.longestActionMs !== undefined && { longestActionMs: inner.longestActionMs }),
    supports: (action) => inner.supports(action),
    perform: (action, parameters, caseId) => soon(inner.perform(action, parameters, caseId)),
    inbox: (parameters) => soon(inner.inbox(parameters)),
    learn: async () => void (await soon(Promise.resolve(inner.learn?.()))),
    plan: (actions) => inner.plan?.(actions),
    close: () => inner.close(),
  };
}
