import type { NotifiedStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import { isHeld } from '../judge/payload.js';
import { readOf } from './event-content.js';

/** A shorter part of an id may be part of many. */
const LEAST_PART = 12;
/** A shorter text may well be somebody else's too. */
const LEAST_TEXT = 8;

/**
 * The event that came, but for an id that no user of the case has: it carries what was due, or its id is the user's own,
 * changed on the way. Null: there is none.
 */
export function cameForWrongUser(
  context: CaseContext,
  { event: name, user: label, carries }: NotifiedStep,
): BookedEvent | null {
  const book = context.runState.book(context.testCase.version);
  const user = context.user(label);
  const own = new Set(context.users());
  const due = carries && context.acted.get(carries.of);
  const isDue = (event: BookedEvent): boolean =>
    carries?.parameters.every((parameter) => {
      const value = due?.[parameter];
      return String(value ?? '').length >= LEAST_TEXT && isHeld(readOf(context, event), value);
    }) ?? false;
  const found = (
    events: readonly BookedEvent[],
    fits: (event: BookedEvent) => boolean,
  ): BookedEvent | undefined =>
    events.find(
      (event) =>
        event.name === name && event.delivery.at >= context.startedAt && !own.has(event.user) && fits(event),
    );
  return (
    found([...book.all(), ...book.foreign()], (event) => isAltered(event.user, user)) ??
    found(book.foreign(), isDue) ??
    null
  );
}

/** Whether an id is another one in other letters or punctuation, or cut: nobody else has either. */
function isAltered(id: string, original: string): boolean {
  const plain = bare(id);
  const whole = bare(original);
  if (plain === whole) return true;
  return plain.length >= LEAST_PART && (whole.startsWith(plain) || whole.endsWith(plain));
}

function bare(id: string): string {
  return id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^0+/, '');
}
