import type { Description } from '../../description/types.js';
import {
  allContentFields,
  cardOf,
  closeRule,
  contentFields,
  operationOf,
  shownFields,
} from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import type { KeyChoice, UserLabel } from '../request-plan.js';
import { closeConversation, look, operate, prepare, SECOND_POINT, writeInTurn } from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** What is stored for a user is not for another one (section 3). */
export function isolationOfUsers(description: Description): CaseDraft[] {
  return [keptApartOfUsers(description), throughOthers(description), equalCards(description)];
}

function keptApartOfUsers(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return {
    group: 'storage',
    name: 'kept-apart-of-users',
    title: 'A selection delivers what was kept for its user, and nothing of another user',
    needs: inboxNeeds([...names, description.employee.user]),
    steps: [
      ...writeInTurn(description, ['a1', 'a2']),
      ...writeInTurn(description, ['b1', 'b2'], { user: 'b' }),
      prepare(description, select),
      look('present', ['a1', 'a2'], names),
      look('absent', ['b1', 'b2'], names),
      look('absent', ['a1', 'a2', 'b1', 'b2'], names, { user: 'b' }),
      prepare(description, select, { user: 'b' }),
      look('present', ['b1', 'b2'], names, { user: 'b' }),
      look('absent', ['b1', 'b2'], names, { settles: true }),
      look('absent', ['a1', 'a2'], names, { user: 'b', settles: true }),
    ],
  };
}

/** Kept messages wait for their own user's selection, in a first and a second conversation, while those of others come and go. */
function throughOthers(description: Description): CaseDraft {
  const names = allContentFields(description);
  const { action: close, event } = closeRule(description);
  const select = (user: UserLabel): Step =>
    prepare(description, operationOf(description, 'select'), { user });
  const write = (user: UserLabel, ...as: string[]): Step[] => writeInTurn(description, as, { user });
  const closeFor = (user: UserLabel, times = 1): Step[] => [
    operate(close, {}, { user, setup: true }),
    { do: 'expect-event', event, user, times, setup: true },
  ];
  const [first, second, others] = [
    ['a1', 'a2', 'a3'],
    ['a4', 'a5', 'a6'],
    ['d1', 'd2'],
  ];
  return {
    group: 'storage',
    name: 'kept-through-others',
    title:
      'What is kept for a user outlasts the selections and closes of other users at the same destination',
    needs: [...inboxNeeds(names), WEBHOOK, action(close)],
    steps: [
      ...write('b', 'b1'),
      select('b'),
      ...write('a', ...first),
      ...write('d', ...others),
      ...closeFor('b'),
      ...write('c', 'c1'),
      select('c'),
      select('a'),
      look('present', first, names),
      ...closeConversation(description),
      ...write('a', ...second),
      ...write('b', 'b2'),
      select('b'),
      ...closeFor('c'),
      ...closeFor('b', 2),
      select('a'),
      look('present', [...first, ...second], names),
      select('d'),
      look('present', others, names, { user: 'd' }),
    ],
  };
}

/** Two people may be called the same: their messages, and earlier conversations, stay apart. */
function equalCards(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  const [first, other, later] = [['a1', 'a2'], ['b1', 'b2'], ['b3']];
  const alike = (): Step =>
    prepare(description, select, { user: 'b', body: { kind: 'documented', like: 'selection' } });
  return {
    group: 'storage',
    name: 'kept-apart-of-equal-cards',
    title:
      'Users of the same name, with the same attributes, have messages and earlier conversations of their own',
    needs: [...inboxNeeds([...names, description.employee.user]), WEBHOOK, action(close)],
    steps: [
      ...writeInTurn(description, first),
      prepare(description, select, {}, 'selection'),
      look('present', first, names),
      ...writeInTurn(description, other, { user: 'b' }),
      alike(),
      look('present', other, names, { user: 'b' }),
      look('absent', first, names, { user: 'b', settles: true }),
      look('absent', other, names, { settles: true }),
      operate(close, {}, { user: 'b', setup: true }),
      { do: 'expect-event', event: closeRule(description).event, user: 'b', times: 1, setup: true },
      ...writeInTurn(description, later, { user: 'b' }),
      alike(),
      look('present', [...other, ...later], names, { user: 'b' }),
      look('absent', first, names, { user: 'b', settles: true }),
    ],
  };
}

/** What a selection says about the person is for its own user, at its own contact point (sections 2 and 3). */
export function isolationOfCards(description: Description): CaseDraft[] {
  const there = SECOND_POINT;
  const [card, other] = ['somebody', 'somebody else'].map((word) => cardOf(description, word)) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const begin = (
    as: string,
    plan: { user?: UserLabel; key?: KeyChoice },
    set?: Record<string, unknown>,
  ): Step[] => [
    prepare(description, message, plan, `message ${as}`),
    prepare(
      description,
      select,
      { ...plan, ...(set && { body: { kind: 'documented', set } }) },
      `selection ${as}`,
    ),
  ];
  return shownFields(description, select).flatMap((name): CaseDraft[] => {
    const needs = inboxNeeds([...contentFields(description, message), name]);
    const see = (as: string, plan: { user?: UserLabel; key?: KeyChoice }): Step =>
      look('present', [`message ${as}`], [name], { card: `selection ${as}`, ...plan });
    const draft = (others: string, plan: { user?: UserLabel; key?: KeyChoice }): CaseDraft => ({
      group: 'employee',
      name: `${name}-apart-of-${others}`,
      operation: select,
      title: `${select} sets ${name} only for its own ${others.replaceAll('-', ' ').replace(/s$/, '')}`,
      needs: 'key' in plan ? [...needs, { kind: 'second-key' }] : needs,
      steps: [...begin('here', {}), ...begin('there', plan), see('here', {}), see('there', plan)],
    });
    return [
      draft('users', { user: 'b' }),
      draft('contact-points', SECOND_POINT),
      {
        group: 'employee',
        name: `${name}-apart-of-equal-users`,
        operation: select,
        title: `${select} sets ${name} only at its own contact point, though all else of the same user is equal at another`,
        needs: [...needs, { kind: 'second-key' }],
        steps: [
          ...begin('here', {}, card),
          ...begin('there', there, { ...card, [name]: other[name] }),
          see('here', {}),
          see('there', there),
        ],
      },
    ];
  });
}
