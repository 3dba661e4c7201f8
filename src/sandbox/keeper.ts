import type { Observer, ServiceContext } from '../reference/service-context.js';
import type { Entry } from './entry.js';
import { pointNames } from './keys.js';
import { LOG_BOUNDS, type Log } from './log.js';
import {
  keptPoint,
  keptPosting,
  keptUser,
  restoredPosting,
  restorePoint,
  type StateFile,
} from './state-file.js';

export interface Keeper {
  observer: Observer;
  /** Writes everything, changed or not. */
  saveAll(): void;
  /** Writes what is left, and nothing after that. */
  close(): void;
}

/**
 * Keeps a service's state: each request, action and attempt is written at once, whole or not at all, before the
 * service answers or goes on.
 */
export function keepState(file: StateFile, context: ServiceContext, log: Log): Keeper {
  const names = pointNames(context.accounts);
  const changed = new Map<number, Entry>();
  let isDue = false;
  let isClosed = false;
  let saves = 0;

  const touched = ({ point, user, version, kind }: Entry): [string, string][] => {
    const place = point === null ? undefined : names.account(point)?.point;
    if (point === null || !place) return [];
    // An action that names no user may deliver what waited to any of them.
    if (user === null) return kind === 'action' ? [...place.users.keys()].map((key) => [point, key]) : [];
    const own = context.hooks.userKey(user);
    return [own, `${version} ${own}`].filter((key) => place.users.has(key)).map((key) => [point, key]);
  };

  const save = (): void => {
    isDue = false;
    if (isClosed) return;
    saves += 1;
    file.together(() => {
      const users = new Map<string, [string, string]>();
      for (const entry of changed.values()) {
        file.entry(entry.id, entry);
        if (entry.kind === 'delivery') {
          const posting = log.posting(entry.id);
          if (posting) file.posting(entry.id, keptPosting(posting), names.of(posting.event.point));
          else file.posted(entry.id);
        }
        for (const [point, key] of touched(entry)) users.set(`${point} ${key}`, [point, key]);
      }
      for (const [name, key] of users.values()) {
        const user = names.account(name)?.point.users.get(key);
        if (user) file.user(name, key, keptUser(user));
      }
      for (const [name, { point }] of names.all) file.point(name, keptPoint(point));
      if (saves % TIDY_EVERY === 0) tidy();
    });
    changed.clear();
  };

  /** What the service has forgotten is deleted from the disk too. */
  const tidy = (): void => {
    file.forgetLog((log.entries().at(-1)?.id ?? 0) - LOG_BOUNDS.entries);
    for (const [name, { point }] of names.all) file.forgetUsers(name, (key) => !point.users.has(key));
  };

  const soon = (): void => {
    if (isDue) return;
    isDue = true;
    // Nearly always a request is answered first, and everything that belongs to it is written at once.
    setImmediate(() => isDue && save());
  };

  log.follow((entry) => void changed.set(entry.id, entry));
  log.onClear(() => {
    changed.clear();
    file.forgetLog(Number.MAX_SAFE_INTEGER);
  });

  const { observer } = log;
  return {
    saveAll() {
      file.together(() => {
        for (const [name, { point }] of names.all) {
          file.forgetUsers(name, (key) => !point.users.has(key));
          for (const [key, user] of point.users) file.user(name, key, keptUser(user));
        }
      });
      save();
    },
    close() {
      save();
      isClosed = true;
    },
    observer: {
      begins: observer.begins,
      exchange(passed) {
        observer.exchange(passed);
        save();
      },
      employeeAction(done) {
        observer.employeeAction(done);
        save();
      },
      unaddressed(event, fate) {
        observer.unaddressed(event, fate);
        soon();
      },
      queued(posting, fate) {
        observer.queued(posting, fate);
        soon();
      },
      attempted(posting, attempt) {
        observer.attempted(posting, attempt);
        save();
      },
      abandoned(posting) {
        observer.abandoned(posting);
        save();
      },
    },
  };
}

const TIDY_EVERY = 500;

/** Puts back what a file of state holds: contact points, conversations, the log, and what was still to be delivered. */
export function restoreState(file: StateFile, context: ServiceContext, log: Log): void {
  const names = pointNames(context.accounts);
  log.restore(file.entries());
  for (const { name, point, users } of file.points()) {
    const account = names.account(name);
    if (account) restorePoint(context, account.point, point, users);
  }
  for (const { id, point, posting } of file.postings()) {
    const account = names.account(point);
    const restored = account && restoredPosting(account.point, posting);
    if (!restored) {
      file.posted(id);
      continue;
    }
    log.resume(id, restored);
    context.deliveries.send(restored);
  }
}
