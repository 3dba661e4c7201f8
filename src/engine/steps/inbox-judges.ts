import type { InboxStep } from '../../cases/types.js';
import { howOften } from '../../phrases.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import type { InboxItem } from '../ports.js';
import { due, find, listsOf, requestOf } from './message-lookup.js';
import { strangersWords } from './other-users.js';
import { present } from './present-messages.js';
import { seenFinding, seenOfOthers, usersNamedIn } from './seen-items.js';

/** How each judgement looks at the messages of the user that employees see. */
export const JUDGES: Record<
  InboxStep['judge'],
  (context: CaseContext, step: InboxStep, items: InboxItem[], lacks: readonly string[]) => Finding | null
> = { present, order, once, absent };

function order(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const positions = due(context, step).map((sent) =>
    items.findIndex((item) => find(context, sent, [item]).length > 0),
  );
  const sorted = positions.every(
    (position, at) => position >= 0 && (at === 0 || position > (positions[at - 1] as number)),
  );
  if (sorted) return null;
  return {
    verdict: 'fail',
    code: 'order',
    text: 'The messages arrived in a different order.',
    expected: `messages ${positions.map((_, at) => at + 1).join(', ')}, in the order sent`,
    received: seenOrder(positions),
    place: { part: 'inbox', lists: listsOf(context, due(context, step), items) },
  };
}

/** The order in which messages are seen, by their numbers as sent: "messages 1, 3, 2". Negative positions are none. */
function seenOrder(positions: readonly number[]): string {
  const numbers = [...positions.keys()];
  const seen = numbers
    .filter((at) => (positions[at] as number) >= 0)
    .sort((a, b) => (positions[a] as number) - (positions[b] as number));
  const missing = numbers.filter((at) => (positions[at] as number) < 0);
  const places = new Set(seen.map((at) => positions[at]));
  return [
    `messages ${seen.map((at) => at + 1).join(', ')}`,
    ...(places.size < seen.length ? ['several at one place'] : []),
    ...(missing.length > 0 ? [`missing ${missing.map((at) => at + 1).join(', ')}`] : []),
  ].join('; ');
}

function once(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const counts = due(context, step).map((sent) => find(context, sent, items).length);
  if (counts.every((count) => count === 1)) return null;
  context.runState.copiesSeen = Math.max(context.runState.copiesSeen, ...counts);
  return {
    verdict: 'fail',
    code: 'copies',
    text: 'Not every message arrived exactly once.',
    expected: 'each message once',
    received: counts
      .flatMap((count, at) => (count === 1 ? [] : [`message ${at + 1}: ${howOften(count)}`]))
      .join(', '),
    place: { part: 'inbox', lists: listsOf(context, due(context, step), items) },
  };
}

/** What must not be there as well: messages that the step names, and those of any user of another case. */
export function foreign(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const named = usersNamedIn(context);
  const item = items.find((each) => named(each).belongs !== 'case');
  return unseen(context, step, step.without ?? [], items) ?? (item ? seenOfOthers(context, item) : null);
}

function absent(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  return unseen(context, step, step.holds, items);
}

function unseen(
  context: CaseContext,
  step: InboxStep,
  names: readonly string[],
  items: InboxItem[],
): Finding | null {
  for (const name of names) {
    const sent = requestOf(context, name);
    const [seen] = find(context, sent, items);
    if (!seen) continue;
    return { ...seenFinding(seen, strangersWords(context, step, name), sent), of: name };
  }
  return null;
}
