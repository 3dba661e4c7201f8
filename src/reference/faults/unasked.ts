import { changing } from './changing.js';
import type { Fault } from './fault.js';

/** A user's message that reaches employees is told by the event of an employee's own: the first such event, or the next. */
export function unasked(summary: string, place: 0 | 1): Fault {
  return {
    summary,
    describe: (description) => {
      const events = Object.keys(description.events).filter(
        (name) => (description.events[name]?.carries ?? []).length > 0,
      );
      changing('message', (step) => {
        if (step.delivers) step.sends = { event: events[place] ?? '' };
      })(description);
    },
  };
}
