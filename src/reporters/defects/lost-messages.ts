import type { CaseRecord } from '../../record/types.js';

/**
 * Which of several messages got lost, if it is the same part in all cases: the first, the last, or whatever is beyond a
 * number. A sentence about the messages of these operations; null: no part of them, or another one in each case.
 * @param about names of operations; empty: any
 */
export function lostMessages(cases: readonly CaseRecord[], about: string): string | null {
  const losses = cases.map(lossOf);
  const [first] = losses;
  if (!first || losses.some((loss) => loss?.part !== first.part)) return null;
  const courses = new Set(cases.map(({ id, version }) => id.slice(version.length)));
  const shown = new Set(losses.map((loss) => loss?.shown));
  const messages = about === '' ? 'messages' : `${about} messages`;
  // One is often left for another reason: it was sent later, or earlier, than those that got lost.
  if (shown.size === 1 && first.shown > 1 && courses.size > 1)
    return `Only the ${first.part === 'first' ? 'last' : 'first'} ${first.shown} messages of a user are shown to the employee`;
  return `The ${first.part} of several ${messages} are not shown to the employee`;
}

interface Loss {
  part: 'first' | 'last';
  /** How many messages of the user are shown. */
  shown: number;
}

/** Null: all messages are lost, or other ones than the first or the last. */
function lossOf({ judged }: CaseRecord): Loss | null {
  const { expected = [], received = [] } = judged?.lists ?? {};
  const left = [...received];
  // Of equal ones, the earlier have arrived.
  const isLost = expected.map((message) => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const count = isLost.filter(Boolean).length;
  if (count === 0 || count === expected.length) return null;
  if (isLost.slice(0, count).every(Boolean)) return { part: 'first', shown: received.length };
  return isLost.slice(-count).every(Boolean) ? { part: 'last', shown: received.length } : null;
}
