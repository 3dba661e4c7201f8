import type { Description } from '../../description/types.js';
import { cardOf, contentFields, operationOf, shownFields } from '../description-lookups.js';
import { inboxNeeds } from '../needs.js';
import type { KeyChoice, UserLabel } from '../request-plan.js';
import { look, prepare, SECOND_POINT } from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

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
