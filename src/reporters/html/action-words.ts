import { duration } from '../../duration.js';
import type { ActionRecord } from '../../record/types.js';

/** What the employee's side was asked to do: "reply text", "advance clock by 24 h". */
export function actionWords({ action, movedSeconds }: ActionRecord): string {
  const name = action.replaceAll('_', ' ');
  return movedSeconds === undefined ? name : `${name} by ${duration(movedSeconds * 1000)}`;
}
