import type { CaseRecord } from '../../record/types.js';
import { GENERATED } from './ranks.js';

/**
 * Which of several messages got lost, if it is the same part in all cases: the first, the last, or whatever is beyond a
 * number. A sentence about the messages of these operations; null: no part of them, or another one in each case.
 * @param about names of operations; empty: any
 */
export function lostMessages(cases: readonly CaseRecord[], about: string): string | null {
  const losses = cases.map(lossOf);
  const [first] = losses;
  if (!first || losses.some((loss) => loss?.part !== first.part)) return null;
  // Of two messages one is the last, whatever else explains that it got lost; and so is often what a walk loses.
  if (cases.some(isExplained) || cases.every(({ group }) => GENERATED.includes(group))) return null;
  const courses = new Set(cases.map(({ id, version }) => id.slice(version.length)));
  const shown = new Set(losses.map((loss) => loss?.shown));
  const messages = about === '' ? 'messages' : `${about} messages`;
  // One is often left for another reason: it was sent later, or earlier, than those that got lost.
  if (shown.size === 1 && first.shown > 1 && courses.size > 1)
    return `Only the ${first.part === 'first' ? 'last' : 'first'} ${first.shown} messages of a user are shown to the employee`;
  return `Of several ${messages}, the ${first.part} do not reach the employee`;
}

/**
 * The content of a message that got lost, where only messages with content of the same kind did: ready-made ones, which
 * name no user of the run, and one of them in several courses. Null: others got lost as well, or it is unknown which.
 */
export function lostContent(cases: readonly CaseRecord[]): string | null {
  const losses = cases.map((testCase) => ({
    course: testCase.id.slice(testCase.version.length),
    isPlain: !GENERATED.includes(testCase.group),
    lost: [...new Set(lostOf(testCase).flatMap(({ message, isLost }) => (isLost ? [message] : [])))],
  }));
  const isReadyMade = ({ lost }: { lost: readonly string[] }): boolean =>
    lost.length > 0 && !lost.some((message) => OWN_USER.test(message));
  if (!losses.every(isReadyMade)) return null;
  const courses = new Map<string, Set<string>>();
  for (const { lost, course } of losses)
    for (const message of lost) courses.set(message, (courses.get(message) ?? new Set()).add(course));
  const [most] = losses
    .filter(({ isPlain }) => isPlain)
    .flatMap(({ lost }) => lost.map((message) => ({ message, times: courses.get(message)?.size ?? 0 })))
    .sort((a, b) => b.times - a.times);
  return most && most.times > 1 ? most.message : null;
}

/** The id of a user of a run, as contents name it that are made for one case. */
const OWN_USER = /\bu-[0-9a-f]{10}-/i;

function isExplained({ judged }: CaseRecord): boolean {
  return (judged?.lists?.expected.length ?? 0) < 3 && (judged?.telling ?? []).length > 0;
}

interface Loss {
  part: 'first' | 'last';
  /** How many messages of the user are shown. */
  shown: number;
}

/** Null: all messages are lost, or other ones than the first or the last. */
function lossOf(testCase: CaseRecord): Loss | null {
  const { received = [] } = testCase.judged?.lists ?? {};
  const isLost = lostOf(testCase).map((message) => message.isLost);
  const count = isLost.filter(Boolean).length;
  if (count === 0 || count === isLost.length) return null;
  if (isLost.slice(0, count).every(Boolean)) return { part: 'first', shown: received.length };
  return isLost.slice(-count).every(Boolean) ? { part: 'last', shown: received.length } : null;
}

/** Each message that was due; of equal ones, the earlier have arrived. */
function lostOf({ judged }: CaseRecord): { message: string; isLost: boolean }[] {
  const { expected = [], received = [] } = judged?.lists ?? {};
  const left = [...received];
  return expected.map((message) => {
    const at = left.indexOf(message);
    if (at >= 0) left.splice(at, 1);
    return { message, isLost: at < 0 };
  });
}
