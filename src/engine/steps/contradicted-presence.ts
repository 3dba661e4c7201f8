import type { PresenceStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import type { ListedDestination } from '../ports.js';
import { isSeen } from './inbox.js';
import { poll } from './waiting.js';

/**
 * Whether messages contradict a list that says the opposite of what is due at a destination: it may be right, for employees
 * may work for several (section 2). Null: what they get agrees with the list, or cannot be told.
 * @param online what the list says
 * @param field of the list that says it
 */
export async function contradictedByMessages(
  context: CaseContext,
  { message, waiting }: NonNullable<PresenceStep['shownBy']>,
  { destination, online, field }: { destination: ListedDestination; online: boolean; field: string },
): Promise<(Pick<Finding, 'text' | 'expected' | 'received'> & { headline: string }) | null> {
  const [sent, other] = [message, waiting].map((name) => context.named.get(name ?? ''));
  if (!sent) throw new Error(`No request of the case ${context.testCase.id} is called "${message}".`);
  const seen = online
    ? await poll(
        context.runState,
        `${context.testCase.version} inbox`,
        () => isSeen(context, sent, destination),
        { isDue: (seen) => seen !== false },
      )
    : await isSeen(context, sent, destination);
  if (seen === null || seen === online) return null;
  // An inbox that shows what waits says nothing about who is there.
  if (other && (await isSeen(context, other, await context.destinations.of('chosen', 'unset'))) !== false)
    return null;
  return {
    text: online
      ? `${field} of a destination became true when employees of another one logged in, but the messages waiting there were not delivered.`
      : `${field} of a destination became false when employees of another one logged out, but messages there are still delivered at once.`,
    expected: `${field} of ${destination.id}: ${!online}`,
    received: `${field} of ${destination.id}: ${online}`,
    headline: `${field} changes when employees of another destination log ${online ? 'in' : 'out'}`,
  };
}
