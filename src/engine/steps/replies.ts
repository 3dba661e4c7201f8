import type { InboxStep } from '../../cases/types.js';
import { replies } from '../../cases/vocabulary.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { isUnchanged } from '../judge/unchanged.js';
import type { InboxItem } from '../ports.js';

/** Where the inbox showed no message of an employee in the whole run it may well show none at all: no evidence. */
export const NO_REPLIES: Finding = {
  verdict: 'skipped',
  code: 'not-shown',
  text: "The employee's inbox does not show what employees wrote, as far as this run has seen.",
};

/** What employees wrote stands in the user's history like what the user wrote (section 1). */
export function missingReply(
  context: CaseContext,
  { replies: names = [] }: Pick<InboxStep, 'replies'>,
  written: readonly InboxItem[],
): Finding | null {
  const carried = replies(context.description).flatMap(({ carries }) => carries);
  for (const name of names) {
    const due = Object.entries(context.acted.get(name) ?? {}).filter(([field]) => carried.includes(field));
    const isThere = written.some(({ shown }) =>
      due.every(([field, value]) => isUnchanged(value, shown[field])),
    );
    if (isThere) continue;
    return {
      verdict: 'fail',
      code: 'not-delivered',
      text: 'The employee does not see what an employee wrote to the user.',
      expected: short(Object.fromEntries(due), 400),
      received:
        written.length > 0 ? `other messages of employees: ${written.length}` : 'no message of an employee',
      place: { part: 'absent' },
    };
  }
  return null;
}
