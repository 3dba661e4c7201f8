import type { Hooks } from '../../hooks.js';
import type { User } from '../../model.js';

/** What happens to users when the clock of the service was moved on by so many hours since the first request. */
export function afterHours(
  hours: number,
  change: (user: User, initial: string) => unknown,
): (good: Hooks) => Partial<Hooks> {
  return ({ authenticate }) => {
    const done = new WeakSet<User>();
    return {
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        const initial = call.rules?.description.routing.initial;
        if (account && initial !== undefined && account.point.clockOffset >= hours * 3_600_000)
          for (const user of account.point.users.values())
            if (!done.has(user)) {
              done.add(user);
              change(user, initial);
            }
        return account;
      },
    };
  };
}
