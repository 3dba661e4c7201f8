import type { ExpectRetryStep, ObserveRetriesStep, RefuseStep } from '../../cases/types.js';
import { duration } from '../../duration.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { holdsText } from '../judge/payload.js';
import type { Delivery } from '../ports.js';
import type { RunContext } from '../run-context.js';
import type { RunState } from '../run-state.js';
import { astray } from './event-evidence.js';

/** In which a message crosses any usual network, milliseconds. */
const LEAST_MS = 50;

/** In which the deployment has sent whatever was caused before, unless it is slower than before the cases; milliseconds. */
export function momentMs({ eventLatency }: Pick<RunContext, 'eventLatency'>): number {
  return Math.max(LEAST_MS, 2 * (eventLatency?.ms ?? 0));
}

/** Leaves the deployment the time to send what was caused, where nobody can see whether it has. */
export async function pause({ runState: { ports, runContext, signal } }: CaseContext): Promise<null> {
  await ports.clock.sleep(momentMs(runContext), signal).catch(() => undefined);
  return null;
}

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

/** From now on the catcher refuses deliveries for the user; the case ends that, whatever its verdict. */
export function refuse(context: CaseContext, { user, times }: RefuseStep): null {
  const { mailbox } = context.runState.ports;
  const mark = context.user(user);
  mailbox.refuseNext(mark, times);
  context.afterwards(async () => mailbox.refuseNext(mark, 0));
  return null;
}

/**
 * Waits one quiet window, or less if a delivery is accepted in the end, and records what came from the first refused one on
 * (section 6, gap).
 */
export async function observeRetries(context: CaseContext, { user, gap }: ObserveRetriesStep): Promise<null> {
  const { ports, runContext, signal } = context.runState;
  const holds = holdsText(context.user(user));
  const until = context.lastStimulus + runContext.quietWindowMs;
  let refusedAt = Number.POSITIVE_INFINITY;
  const isTaken = (delivery: Delivery): boolean => {
    if (!holds(delivery)) return false;
    if (delivery.refused === true) refusedAt = Math.min(refusedAt, delivery.at);
    return delivery.refused !== true && delivery.at >= refusedAt;
  };
  await ports.mailbox.waitFor(isTaken, until - ports.clock.now(), signal);
  const came = ports.mailbox.deliveries.filter((delivery) => delivery.at >= refusedAt && holds(delivery));
  context.observations.push({ gap, value: retriesSeen(came, runContext.quietWindowMs) });
  return null;
}

function retriesSeen(came: readonly Delivery[], windowMs: number): string {
  const refused = came.filter((delivery) => delivery.refused);
  const [first] = refused;
  if (!first) return `no delivery that names the user arrived within ${duration(windowMs)}`;
  const taken = came.find((delivery) => !delivery.refused);
  if (refused.length === 1 && !taken)
    return `a refused delivery is not repeated within ${duration(windowMs)}`;
  const attempts = [...refused, ...(taken ? [taken] : [])];
  const pauses = attempts.slice(1).map(({ at }, index) => rounded(at - (attempts[index] as Delivery).at));
  const end = taken
    ? `taken at attempt ${attempts.length}`
    : `no further attempt within ${duration(windowMs)} of the message`;
  return `repeated after ${pauses.join(', then after ')}; ${end}`;
}

/** One digit, so that runs that differ only in the load of the machine read the same. */
function rounded(ms: number): string {
  const unit = 10 ** Math.floor(Math.log10(Math.max(ms, 1)));
  return `about ${duration(Math.round(ms / unit) * unit)}`;
}

/** Longer than the first pauses of most services before they repeat a delivery, milliseconds. */
const WAITED_MS = 4_000;

/** What was sent before the address was replaced may still be on its way for so long, milliseconds. */
const UNDER_WAY_MS = 2_000;

/**
 * Waits a few seconds for a refused delivery to be repeated, if it is at all: at the address that was set last, and at no
 * former one any more (section 6). Judged once more when the run ends.
 */
export async function expectRetry(context: CaseContext, step: ExpectRetryStep): Promise<null> {
  const { ports, signal } = context.runState;
  const [holds, label] = [holdsText(context.user(step.user)), context.address(step.address)];
  const isThere = (delivery: Delivery): boolean => delivery.address === label && holds(delivery);
  await ports.mailbox.waitFor(isThere, WAITED_MS, signal);
  context.watch(step, () => judge(context, step));
  return null;
}

function judge(context: CaseContext, { user: label }: ExpectRetryStep): Finding | null {
  const { runState, testCase, deliveries } = context;
  const { addressLog } = runState;
  const user = context.user(label);
  const stray = runState
    .book(testCase.version)
    .of(user)
    .find(({ delivery: { address, at } }) => !addressLog.wasCurrent(address, user, at - UNDER_WAY_MS, at));
  if (!stray) return null;
  deliveries.push(stray.delivery.id);
  return astray(runState, stray);
}
