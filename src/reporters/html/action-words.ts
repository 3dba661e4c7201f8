import { duration } from '../../duration.js';
import type { ActionRecord } from '../../record/types.js';

/** What the employee's side was asked to do: "reply text", "log out", "advance clock by 24 h". */
export function actionWords({ action, moved, online }: ActionRecord): string {
  if (online !== undefined) return online ? 'log in' : 'log out';
  const name = action.replaceAll('_', ' ');
  return moved === undefined ? name : `${name} by ${duration(moved.seconds * 1000)}`;
}
