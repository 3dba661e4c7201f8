import { conjunction } from '../../phrases.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { casesOfUsersIn } from '../ids.js';
import { short } from '../judge/field.js';
import type { InboxItem } from '../ports.js';
import { aboutOf } from './altered-item.js';

/** An item that must not be there, or not yet. */
export function seenFinding(item: InboxItem, text: string, sent?: Sent): Finding {
  return {
    verdict: 'fail',
    code: 'seen',
    text,
    expected: 'no message',
    received: short(stated(item), 400),
    item,
    place: { part: 'inbox', ...(sent && aboutOf(sent)), headline: text },
  };
}

/** A message of users of other cases, or one of this case that shows something of theirs. */
export function seenOfOthers(context: CaseContext, item: InboxItem, sent?: Sent): Finding {
  const { belongs, ofOthers } = usersNamedIn(context)(item);
  if (belongs === 'others') return seenFinding(item, 'Employees see messages of another user.', sent);
  const names = conjunction(ofOthers);
  return {
    ...seenFinding(item, `Employees see ${names} of another user in a message of this one.`, sent),
    expected: `no ${names} of another user`,
  };
}

/** Whose an item is, by the users that its texts name; and the names of what is of others. */
interface Named {
  belongs: 'case' | 'others' | 'both';
  ofOthers: string[];
}

/** Tells of an item whether it belongs to this case, to others, or in part to each. */
export function usersNamedIn({ runState, serial }: CaseContext): (item: InboxItem) => Named {
  const casesIn = casesOfUsersIn(runState.runContext.nonce);
  return ({ shown }) => {
    const named = Object.entries(shown).flatMap(([name, value]) =>
      typeof value === 'string' ? casesIn(value).map((of) => ({ name, isOwn: of === serial })) : [],
    );
    const ofOthers = [...new Set(named.filter(({ isOwn }) => !isOwn).map(({ name }) => name))];
    if (ofOthers.length === 0) return { belongs: 'case', ofOthers };
    return { belongs: named.some(({ isOwn }) => isOwn) ? 'both' : 'others', ofOthers };
  };
}

/** What an item says; a driver may return null for what it does not have. */
function stated({ shown }: InboxItem): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value != null));
}
