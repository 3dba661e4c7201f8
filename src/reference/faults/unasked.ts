import { changing } from './changing.js';
import type { Fault } from './fault.js';

/** A user's message that reaches employees is told by the event of an employee's own: the first such event, or the next. */
export function unasked(summary: string, place: 0 | 1): Fault {
  return {
    summary,
    describe: changing('message', (step, { events }) => {
      const replies = Object.keys(events).filter((name) => (events[name]?.carries ?? []).length > 0);
      if (step.delivers) step.sends = { event: replies[place] ?? '' };
    }),
  };
}
