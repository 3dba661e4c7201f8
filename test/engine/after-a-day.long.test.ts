import { expect, test } from 'vitest';
import type { Case } from '../../src/cases/types.js';
import type { User } from '../../src/reference/conversations/model.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { sessionsOf } from '../support/service/habits.js';

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

test.each([1, 24])(
  'employees whose sessions end after %i h log in again: nobody is accused',
  async (hours) => {
    const faults = [sessionsOf(hours * 3_600_000)];
    const { outcomes } = await virtualRun({ roundTripMs: 2, faults, only: movesClock });
    expect(outcomes.length).toBeGreaterThan(150);
    expect(outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id)).toEqual([]);
  },
);

test('if nobody can log them in again, cases that need them are skipped', async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 2,
    faults: [sessionsOf(3_600_000)],
    only: movesClock,
    operator: (inner) => ({
      name: 'lacking',
      shows: inner.shows,
      supports: (action) => action !== 'set_presence' && inner.supports(action),
      perform: (action, parameters) => inner.perform(action, parameters),
      inbox: (parameters) => inner.inbox(parameters),
      close: () => inner.close(),
    }),
  });
  const ends = new Set(
    outcomes.map(({ verdict, reason }) => (verdict === 'pass' ? verdict : `${verdict} ${reason?.code}`)),
  );
  expect([...ends].sort()).toEqual(['pass', 'skipped few-destinations', 'skipped nobody-online']);
});
