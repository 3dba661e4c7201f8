import type { Description } from '../description/types.js';
import { allContentFields, closeRule, operationOf } from './description-lookups.js';
import { action, inboxNeeds } from './needs.js';
import type { UserLabel } from './request-plan.js';
import {
  closeAtOwnPoint,
  ifPossible,
  logIn,
  look,
  OWN_POINT,
  operate,
  prepare,
  writeInTurn,
} from './steps.js';
import type { CaseDraft, InboxStep, Need, OperatorStep, PresenceStep, SendStep, Step } from './types.js';

/** What cases are made of whose employees come and go: all of it at the contact point of the case's own. */
export interface ComingAndGoing {
  /** A case about what employees see; it begins with the login of those of the chosen destination. */
  draft: (name: string, title: string, steps: Step[], needs?: Need[]) => CaseDraft;
  select: (user?: UserLabel) => SendStep;
  /** User `a` selects the other destination. */
  selectOther: () => SendStep;
  write: (user: UserLabel, ...as: string[]) => SendStep[];
  /** Setup: an employee closes the conversation of user `a`. */
  close: () => OperatorStep;
  /** The same; whether logged-out employees can do it is up to the employee's side. */
  closeIfPossible: () => OperatorStep;
  /** Employees of the chosen destination see these messages. */
  see: (user: UserLabel, ...holds: string[]) => InboxStep;
  /** Those of the other destination see these messages of user `a`. */
  seeAtOther: (...holds: string[]) => InboxStep;
  /** Employees at `where` see none of these messages of user `a`. */
  seeNone: (
    holds: readonly string[],
    where?: Partial<Pick<InboxStep, 'destination' | 'settles'>>,
  ) => InboxStep;
  /** Setup: employees of the other destination, or of each, log in or out. */
  presenceAt: (destination: 'other' | 'each', online: boolean) => PresenceStep;
  /** The inboxes show whose messages they hold: otherwise nothing proves that somebody does not see them. */
  showsDestination: Need;
}

/** See `ComingAndGoing`. */
export function comingAndGoing(description: Description): ComingAndGoing {
  const names = allContentFields(description);
  const namesWithDestination = [...names, description.employee.destination];
  const selectOperation = operationOf(description, 'select');
  const { action: closeAction } = closeRule(description);
  return {
    draft: (name, title, steps, needs = []) => ({
      group: 'storage',
      name,
      title,
      needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }, ...needs],
      phase: 'unset',
      steps: [logIn(), ...steps],
    }),
    select: (user = 'a') => prepare(description, selectOperation, { ...OWN_POINT, user }),
    selectOther: () => prepare(description, selectOperation, { ...OWN_POINT, destination: 'other' }),
    write: (user, ...as) => writeInTurn(description, as, { ...OWN_POINT, user }),
    close: () => closeAtOwnPoint(description),
    closeIfPossible: () => ifPossible(operate(closeAction, {}, OWN_POINT)),
    see: (user, ...holds) => look('present', holds, names, { ...OWN_POINT, user }),
    seeAtOther: (...holds) => look('present', holds, names, { ...OWN_POINT, destination: 'other' }),
    seeNone: (holds, where = {}) =>
      look('absent', [...holds], namesWithDestination, { ...OWN_POINT, ...where }),
    presenceAt: (destination, online) => ({
      do: 'presence',
      destination,
      online,
      ...OWN_POINT,
      setup: true,
    }),
    showsDestination: { kind: 'shows', names: namesWithDestination },
  };
}
