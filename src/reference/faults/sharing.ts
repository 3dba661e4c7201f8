import type { Hooks } from '../hooks.js';
import type { User } from '../model.js';

/** Users of any contact point whose ids have the same `stem` share a list of messages. */
export function sharing(
  what: 'kept' | 'seen',
  stem: (id: string) => string,
): (good: Hooks) => Partial<Hooks> {
  return ({ authenticate }) => {
    const lists = new Map<string, User['kept'] & User['seen']>();
    const users = new Set<User>();
    const share = (): void => {
      for (const user of users) {
        const shared = lists.get(stem(user.id)) ?? [];
        lists.set(stem(user.id), shared);
        if (user[what] === shared) continue;
        const own = user[what].splice(0) as typeof shared;
        shared.push(...own);
        user[what] = shared;
      }
    };
    return {
      authenticate(key, call, accounts) {
        for (const { point } of accounts.byKey.values())
          for (const user of point.users.values()) users.add(user);
        share();
        return authenticate(key, call, accounts);
      },
    };
  };
}
