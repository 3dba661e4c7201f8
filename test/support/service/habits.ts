import type { Fault } from '../../../src/reference/faults/fault.js';

/** For tests: legal habits of a deployment that no dialect has. */
export function habit(hook: NonNullable<Fault['hook']>): Fault {
  return { summary: 'a habit', hook };
}

/** Events leave at full multiples of this time, milliseconds. */
export const inPilesOf = (ms: number): Fault =>
  habit(({ leaves }) => ({ leaves: (due) => Math.ceil(leaves(due) / ms) * ms }));

/** One line for all events, which leave this far apart, milliseconds. */
export const oneByOne = (ms: number): Fault =>
  habit(({ leaves }) => {
    let last = 0;
    return {
      leaves: (due) => {
        last = Math.max(last, leaves(due)) + ms;
        return last;
      },
    };
  });

/** Before each event comes one of a name that the interface does not list. */
export const AUDITED = habit(({ notify }) => ({
  notify: (event) => [{ ...event, name: 'Audit' }, ...notify(event)],
}));

/**
 * Some events are sent twice.
 * @param isTwice draws anew for each event
 */
export const sentTwiceWhere = (isTwice: () => boolean): Fault =>
  habit(({ notify }) => ({
    notify: (event) => {
      const sent = notify(event);
      return isTwice() ? [...sent, ...sent] : sent;
    },
  }));
