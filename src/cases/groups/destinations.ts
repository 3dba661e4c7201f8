import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { action, fieldOf, operationOf, operationsOf, prepare, responseFields, send } from '../vocabulary.js';

/** What the listed destinations can be used for (sections 1, 2 and 4). */
export function destinations(description: Description): CaseDraft[] {
  const list = operationOf(description, 'destinations');
  const [listField, field] =
    responseFields(description, list).find(([, field]) => field.role === 'destinations') ?? [];
  const elements = Object.entries((field?.of && description.resources[field.of]?.fields) || {});
  const presence = fieldOf(elements, 'presence');
  return [
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'listed-is-selectable',
        operation,
        title: `A destination that ${list} lists is accepted by ${operation}`,
        needs: [],
        steps: [prepare(description, list), send(description, operation, { kind: 'accepted' })],
      }),
    ),
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'each-is-selectable',
        operation,
        title: `Every destination that ${list} lists is accepted by ${operation}`,
        needs: [],
        eachDestination: 'main',
        steps: [send(description, operation, { kind: 'accepted' })],
      }),
    ),
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'each-is-selectable-at-second',
        operation,
        title: `Every destination that ${list} lists at the second contact point is accepted by ${operation} there`,
        needs: [{ kind: 'second-key' }],
        eachDestination: 'second',
        steps: [send(description, operation, { kind: 'accepted' }, { key: 'second' })],
      }),
    ),
    ...(listField && presence ? [follows(true, presence), follows(false, presence), ofEach(presence)] : []),
  ];
}

/**
 * Both directions at every destination, whatever the employees of another one do meanwhile. Employees may work for
 * several destinations: then a logout at one can leave others unattended, but a login at these brings somebody back
 * there.
 */
function ofEach(presence: string): CaseDraft {
  const step = { do: 'presence', destination: 'chosen', key: 'unset' } as const;
  const other = { ...step, destination: 'other' } as const;
  return {
    group: 'destinations',
    name: 'presence-of-each',
    title: `${presence} of every destination follows its own employees, and those of no other`,
    needs: [action('set_presence'), { kind: 'unset-address' }, { kind: 'two-destinations' }],
    phase: 'unset',
    eachDestination: 'unset',
    steps: [
      { ...other, online: true, setup: true },
      { ...step, online: true, setup: true },
      { ...step, online: false, alone: true },
      { ...other, online: true, alone: true },
      { ...step, online: true, alone: true },
      { ...other, online: false, alone: true },
    ],
  };
}

/** Who comes or goes twice must not go or come twice for it. */
function follows(online: boolean, presence: string): CaseDraft {
  const step = { do: 'presence', destination: 'chosen', key: 'unset' } as const;
  return {
    group: 'destinations',
    name: online ? 'presence-login' : 'presence-logout',
    title: `${presence} is ${online} after ${online ? 'an employee logs in' : 'the last employee logs out'}`,
    needs: [action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      // Judged as well: otherwise a presence that never changes would pass one half of the cases.
      { ...step, online: !online },
      { ...step, online: !online, setup: true },
      { ...step, online },
    ],
  };
}
