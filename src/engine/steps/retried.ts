import type { RetriedStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import type { Delivery } from '../ports.js';
import { astray } from './event-evidence.js';
import { holdsText } from './missing-event.js';

/** Longer than the first pauses of most services before they repeat a delivery, milliseconds. */
const WAITED_MS = 4_000;

/** What was sent before the address was replaced may still be on its way for so long, milliseconds. */
const UNDER_WAY_MS = 2_000;

/**
 * Waits a few seconds for a refused delivery to be repeated, if it is at all: at the address that was set last, and at no
 * former one any more (section 6). Judged once more when the run ends.
 */
export async function retried(context: CaseContext, step: RetriedStep): Promise<null> {
  const { ports, signal } = context.runState;
  const [mark, label] = [context.user(step.user), context.address(step.address)];
  const isThere = (delivery: Delivery): boolean => delivery.address === label && holdsText(delivery, mark);
  await ports.mailbox.waitFor(isThere, WAITED_MS, signal);
  context.watch(step, () => judge(context, step));
  return null;
}

function judge(context: CaseContext, { user: label }: RetriedStep): Finding | null {
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
