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
  const messages = `${stepNumbers('the message', holds, steps)} from ${userWords(user)}`;
  switch (judge) {
    case 'present': {
      const shown = names.join(', ');
      const alike = exact ? 'byte for byte' : 'unchanged';
      const how =
        card !== undefined
          ? `along with ${shown} as given in ${stepNumbers('', [card], steps)}`
          : names.length > 0
            ? `with ${shown} ${alike}`
            : alike;
      const answers = replies.length > 0 ? `, and the replies of ${stepNumbers('', replies, steps)}` : '';
      const lacking = without.length > 0 ? `, and not ${stepNumbers('the message', without, steps)}` : '';
      return `${employees} must see ${messages}, ${how}${answers}${lacking}.`;
    }
    case 'order':
      return `${employees} must see ${messages}, in the order in which they were sent.`;
    case 'once':
      return `${employees} must see ${messages}, each exactly once.`;
    case 'absent':
      return `${employees} must not see ${messages}${settles ? ', not even later in the run' : ''}.`;
  }
}

/** Steps by their numbers: "the message of step 2", "the messages of steps 1, 2 and 3". */
export function stepNumbers(noun: string, names: readonly string[], steps: readonly Step[]): string {
  const numbers = names.map((name) => steps.findIndex((step) => 'as' in step && step.as === name) + 1);
  const of = numbers.length === 1 ? `step ${numbers[0]}` : `steps ${LIST.format(runs(numbers))}`;
  return noun === '' ? of : `${noun}${numbers.length === 1 ? '' : 's'} of ${of}`;
}

/** Three and more consecutive numbers as "3 to 5". */
function runs(numbers: readonly number[]): string[] {
  const ends = numbers.flatMap((number, at) => (numbers[at + 1] === number + 1 ? [] : [at]));
  return ends.flatMap((end, at) => {
    const row = numbers.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end + 1);
    return row.length > 2 ? [`${row[0]} to ${row.at(-1)}`] : row.map(String);
  });
}

const LIST = new Intl.ListFormat('en-GB');
