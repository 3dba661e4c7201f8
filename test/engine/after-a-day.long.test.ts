import { expect, test } from 'vitest';
import type { Case } from '../../src/cases/types.js';
import type { User } from '../../src/reference/conversations/model.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { virtualRun } from '../support/engine/virtual-run.js';

const DAY_MS = 24 * 3_600_000;

/** What becomes of users a day after the service first heard of them, by its own clock. */
function afterADay(change: (user: User, initial: string) => unknown): Fault {
  return {
    summary: 'after a day',
    hook: ({ authenticate }) => {
      const known = new WeakMap<User, number>();
      return {
        authenticate(key, call, accounts) {
          const account = authenticate(key, call, accounts);
          const initial = call.rules?.description.routing.initial;
          if (account === undefined || initial === undefined) return account;
          const { users, clockOffset } = account.point;
          for (const user of users.values()) {
            const since = known.get(user) ?? clockOffset;
            known.set(user, since);
            if (clockOffset - since < DAY_MS) continue;
            known.set(user, Number.POSITIVE_INFINITY);
            change(user, initial);
          }
          return account;
        },
      };
    },
  };
}

/** Before the first of these, no day has passed. */
const movesClock = ({ phase }: Case): boolean => phase === 'clock';

test.each<[what: string, change: (user: User, initial: string) => unknown]>([
  [
    'kept messages',
    (user) => {
      user.kept = [];
    },
  ],
  ['selections', (user, initial) => Object.assign(user, { state: initial, destination: null, ordinal: 0 })],
  [
    'cards',
    (user) => {
      user.card = {};
    },
  ],
])(
  '%s need not outlast a day: a service that drops them then is warned',
  async (_what, change) => {
    const { outcomes } = await virtualRun({ roundTripMs: 2, faults: [afterADay(change)], only: movesClock });
    expect(outcomes.length).toBeGreaterThan(50);
    // Whether employees can write to a user without a destination is up to their side.
    const failed = outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
    expect(failed.length).toBeGreaterThan(0);
    expect([...new Set(failed.map((outcome) => `${outcome.verdict} ${outcome.case.level}`))]).toEqual([
      'fail expected',
    ]);
  },
  60_000,
);
