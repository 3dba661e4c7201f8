import type { InboxStep, Step } from '../types.js';
import { destinationWords, userWords } from './events.js';
import { keyWords } from './request.js';

/** What employees must see of a user, or must not. */
export function inboxWords(step: InboxStep, steps: readonly Step[]): string {
  const {
    user,
    destination,
    holds,
    judge,
    names,
    card,
    settles,
    key,
    exact,
    replies = [],
    without = [],
  } = step;
  const employees = `employees of ${destinationWords(destination)}${keyWords(key)}`;
  const messages = `${stepNumbers('the message', holds, steps)} among those of ${userWords(user)}`;
  switch (judge) {
    case 'present': {
      const shown = names.join(', ');
      const alike = exact ? 'equal to the byte' : 'unchanged';
      const how =
        card !== undefined
          ? `and next to it ${shown} as given in ${stepNumbers('', [card], steps)}`
          : names.length > 0
            ? `with ${shown} ${alike}`
            : alike;
      const answers =
        replies.length > 0 ? `, and what employees wrote in ${stepNumbers('', replies, steps)}` : '';
      const lacking = without.length > 0 ? `, and not ${stepNumbers('the message', without, steps)}` : '';
      return `${employees} must find ${messages}, ${how}${answers}${lacking}.`;
    }
    case 'order':
      return `${employees} must find ${messages}, in the order in which they were sent.`;
    case 'once':
      return `${employees} must find ${messages}, each exactly once.`;
    case 'absent':
      return `${employees} must not find ${messages}${settles ? ', not even later in the run' : ''}.`;
  }
}

/** Steps by their numbers: "the message of step 2", "the messages of steps 1, 2 and 3". */
export function stepNumbers(noun: string, names: readonly string[], steps: readonly Step[]): string {
  const numbers = names.map((name) =>
    String(steps.findIndex((step) => 'as' in step && step.as === name) + 1),
  );
  const of = numbers.length === 1 ? `step ${numbers[0]}` : `steps ${LIST.format(numbers)}`;
  return noun === '' ? of : `${noun}${numbers.length === 1 ? '' : 's'} of ${of}`;
}

const LIST = new Intl.ListFormat('en-GB');
