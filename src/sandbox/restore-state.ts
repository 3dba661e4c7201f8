import type { World } from '../reference/world.js';
import { restoredPosting, restorePoint } from './kept-world.js';
import type { Log } from './log.js';
import { pointNames } from './point-names.js';
import type { StateFile } from './state-file.js';

/** Puts back what a file of state holds: contact points, conversations, the log, and what was still to be delivered. */
export function restoreState(file: StateFile, world: World, log: Log): void {
  const names = pointNames(world.accounts);
  log.restore(file.entries());
  for (const { name, point, users } of file.points()) {
    const account = names.account(name);
    if (account) restorePoint(world, account.point, point, users);
  }
  for (const { id, point, posting } of file.postings()) {
    const account = names.account(point);
    const restored = account && restoredPosting(account.point, posting);
    if (!restored) {
      file.posted(id);
      continue;
    }
    log.resume(id, restored);
    world.courier.send(restored);
  }
}
