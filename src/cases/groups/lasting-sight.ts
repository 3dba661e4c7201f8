import type { Description } from '../../description/types.js';
import { conjunction, count } from '../../phrases.js';
import { allContentFields, closeRule, operationOf, shownFields } from '../description-lookups.js';
import { hoursAfter } from '../midnight.js';
import { action, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import { earlierConversation, logIn, logOut, look, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Time takes nothing from employees: neither earlier conversations, nor who the user is, nor what waits for their login. */
export function lastingSight(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const { action: close } = closeRule(description);
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  /** A conversation, and its close. */
  const first: Step[] = [...earlierConversation(description, ['m1'])];
  const key = 'unset' as const;
  const shortest = Math.min(...Object.values(description.samples.hours ?? {}));
  return Object.entries(description.samples.hours ?? {}).flatMap(([name, hours]): CaseDraft[] => {
    const clock: Step = { do: 'clock', hours };
    const draft = (draft: Pick<CaseDraft, 'group' | 'name' | 'title' | 'needs' | 'steps'>): CaseDraft => ({
      ...draft,
      name: `${draft.name}-for-${name}`,
      needs: [...draft.needs, action('advance_clock')],
      phase: 'clock',
    });
    return [
      draft({
        group: 'storage',
        name: 'history',
        title: `Employees see an earlier conversation ${hoursAfter(hours)} its close`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...earlierConversation(description),
          clock,
          ...writeInTurn(description, ['m3']),
          prepare(description, select),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'storage',
        name: 'history-elsewhere',
        title: `Employees see a conversation that another destination had ${hoursAfter(hours)} its close`,
        needs: otherDestinationNeeds(description, names),
        steps: [
          ...first,
          clock,
          ...writeInTurn(description, ['m2', 'm3']),
          prepare(description, select, { destination: 'other' }),
          look('present', ['m1', 'm2', 'm3'], names, { destination: 'other' }),
        ],
      }),
      ...[true, false].map((isSelected) =>
        draft({
          group: 'storage',
          name: `second-${isSelected ? 'selected' : 'kept'}`,
          title: `An idle second conversation can continue ${hoursAfter(hours)} its ${isSelected ? 'selection' : 'messages'}`,
          needs: [...inboxNeeds(names), WEBHOOK, action(close)],
          steps: [
            ...first,
            ...writeInTurn(description, ['m2', 'm3']),
            ...(isSelected ? [prepare(description, select)] : []),
            clock,
            ...(isSelected ? writeInTurn(description, ['m4']) : [prepare(description, select)]),
            look('present', ['m1', 'm2', 'm3', ...(isSelected ? ['m4'] : [])], names),
          ],
        }),
      ),
      draft({
        group: 'storage',
        name: 'closed-then-selected-early',
        title: `A selection ${hoursAfter(hours)} the close, before the next message, holds for that message`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...first,
          clock,
          prepare(description, select),
          ...writeInTurn(description, ['m2', 'm3']),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'employee',
        name: 'later-card',
        title: `Employees see ${conjunction(card)} of a second selection, ${hoursAfter(hours)} the close of the conversation before`,
        needs: [...inboxNeeds([...names, ...card]), WEBHOOK, action(close)],
        steps: [
          ...first,
          clock,
          ...writeInTurn(description, ['m2']),
          prepare(description, select, {}, 'selection'),
          look('present', ['m2'], card, { card: 'selection' }),
        ],
      }),
      draft({
        group: 'storage',
        name: 'second-selected-early',
        title: `A selection that began a second conversation still holds for the first message ${hoursAfter(hours)} it`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...first,
          prepare(description, select),
          clock,
          ...writeInTurn(description, ['m2', 'm3']),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'storage',
        name: 'waiting',
        title: `Messages to logged-out employees reach them at a login ${hoursAfter(hours)} they were sent`,
        needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
        steps: [
          logIn(),
          ...writeInTurn(description, ['m1'], { key }),
          prepare(description, select, { key }),
          look('present', ['m1'], names, { key, setup: true }),
          logOut(),
          ...writeInTurn(description, ['m2', 'm3'], { key }),
          clock,
          ...writeInTurn(description, ['m4'], { key }),
          logIn(),
          look('present', ['m1', 'm2', 'm3', 'm4'], names, { key }),
        ],
      }),
      draft({
        group: 'employee',
        name: 'card',
        title: `Employees see ${conjunction(card)} of ${select} ${hoursAfter(hours)} it`,
        needs: inboxNeeds([...names, ...card]),
        steps: [
          ...writeInTurn(description, ['m1']),
          prepare(description, select, {}, 'selection'),
          look('present', ['m1'], card, { card: 'selection', setup: true }),
          clock,
          ...writeInTurn(description, ['m2']),
          look('present', ['m2'], card, { card: 'selection' }),
        ],
      }),
      // Where kept messages need not last, their order could not be seen.
      ...(hours === shortest
        ? [
            draft({
              group: 'storage',
              name: 'kept-in-order',
              title: `What is kept before and ${count(hours, 'hour')} later reaches the employee in the order sent`,
              needs: [...inboxNeeds(names), WEBHOOK],
              steps: [
                ...writeInTurn(description, ['m1', 'm2']),
                clock,
                ...writeInTurn(description, ['m3', 'm4']),
                prepare(description, select),
                look('present', ['m1', 'm2', 'm3', 'm4'], names, { setup: true }),
                look('order', ['m1', 'm2', 'm3', 'm4'], names),
              ],
            }),
            draft({
              group: 'storage',
              name: 'waiting-in-order',
              title: `What waits for a login, and what comes ${count(hours, 'hour')} later, reach the employee in the order sent`,
              needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
              steps: [
                logOut(),
                prepare(description, select, { key }),
                ...writeInTurn(description, ['m1', 'm2'], { key }),
                clock,
                ...writeInTurn(description, ['m3', 'm4'], { key }),
                logIn(),
                look('present', ['m1', 'm2', 'm3', 'm4'], names, { key, setup: true }),
                look('order', ['m1', 'm2', 'm3', 'm4'], names, { key }),
              ],
            }),
          ]
        : []),
    ];
  });
}
