import type { CaseContext } from '../case-context.js';
import type { RunState } from '../run-state.js';
import { momentMs } from './pause.js';

/** The catcher hangs up, once for all cases of the run: a second time might cut off what the first ones wait for. */
export async function hangUp({ runState }: CaseContext): Promise<null> {
  runState.hungUp ??= whenCalm(runState);
  await runState.hungUp;
  return null;
}

/**
 * Lets the catcher close its idle connections once no delivery has come for a while, so that none is cut off; resolves
 * when the other side has had time to see it.
 */
async function whenCalm({ ports, runContext, signal }: RunState): Promise<void> {
  const { mailbox, clock } = ports;
  const pauseMs = momentMs(runContext);
  const giveUpAt = clock.now() + runContext.eventTimeoutMs;
  const left = (): number => Math.min((mailbox.deliveries.at(-1)?.at ?? 0) + pauseMs, giveUpAt) - clock.now();
  const pause = (ms: number): Promise<void> => clock.sleep(ms, signal).catch(() => undefined);
  for (let ms = left(); ms > 0 && !signal.aborted; ms = left()) await pause(ms);
  mailbox.hangUp();
  await pause(pauseMs);
}
