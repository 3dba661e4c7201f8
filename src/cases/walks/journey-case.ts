import type { Description } from '../../description/types.js';
import { operationOf, operationsOf, shownFields } from '../description-lookups.js';
import { inboxNeeds } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import { ADDRESS_OF_SECOND, acceptedOrRefused, SECOND_POINT, secondAddress } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';
import type { JourneyPlan } from './journey-plans.js';
import type { Journey } from './journeys.js';
import { USUAL, type WalkChecks } from './steps.js';
import { walkDraft } from './walk.js';

/** A journey as a case. */
export function journeyDraft(description: Description, { plan, moves }: Journey): CaseDraft {
  const scrutiny = checksOf(description, plan);
  const draft = walkDraft(description, moves, scrutiny);
  const isOrdered = plan.sees === 'order';
  const isUnheard = plan.atSecondPoint === 'unheard';
  const looksAt = isUnheard ? 'Responses' : 'Responses, events';
  return {
    ...draft,
    name: journeyName(plan),
    title: `${looksAt} and inboxes are right at every step of a journey of ${moves.length} moves: ${plan.about}`,
    needs: [...draft.needs, ...needs(description, plan, scrutiny)].filter(
      ({ kind }) => !isUnheard || kind !== 'webhook',
    ),
    ...(isOrdered && { level: 'expected', steps: draft.steps.map(withoutOrder) }),
    ...(plan.users && { users: plan.users, steps: whileTaken(description, draft.steps) }),
    ...(plan.atSecondPoint && { steps: atSecondPoint(draft.steps, plan.atSecondPoint) }),
  };
}

/** The same at the second contact point, with an address of its own or without events. */
function atSecondPoint(steps: readonly Step[], events: 'heard' | 'unheard'): Step[] {
  const there = SECOND_POINT;
  const moved = (own: readonly Step[]): Step[] =>
    own.flatMap((step): Step[] => {
      switch (step.do) {
        case 'send': {
          const { instead, request } = step;
          const [other] = instead ? moved([instead]) : [];
          return [
            { ...step, request: { ...there, ...request }, ...(other?.do === 'send' && { instead: other }) },
          ];
        }
        case 'operate':
          return [{ ...step, ...there, ...(step.ifItFails && { ifItFails: moved(step.ifItFails) }) }];
        case 'inbox':
          return [{ ...step, ...there }];
        case 'expect-event':
          return events === 'heard' ? [{ ...step, address: ADDRESS_OF_SECOND }] : [];
        default:
          return [step];
      }
    });
  return events === 'heard' ? [secondAddress(), ...moved(steps)] : moved(steps);
}

/** Order is only recommended. Anything else that goes wrong is a breach, which counts for the case that upholds it. */
function withoutOrder(step: Step): Step {
  switch (step.do) {
    case 'send':
      return step.expect.kind === 'accepted' ? { ...step, setup: true } : step;
    case 'expect-event':
      return { ...step, setup: true };
    case 'inbox':
      return step.judge === 'present' ? { ...step, setup: true } : step;
    default:
      return step;
  }
}

export function journeyName({ name }: JourneyPlan): string {
  return `journey-${name}`;
}

function checksOf(description: Description, { sees }: JourneyPlan): WalkChecks {
  const seen = (...operations: string[]): string[] => [
    ...new Set(operations.flatMap((operation) => shownFields(description, operation))),
  ];
  const all = sees === 'all';
  return {
    ...USUAL,
    replies: true,
    reports: true,
    logins: true,
    unseen: 'alternately',
    order: sees === 'order',
    details: all ? seen(...operationsOf(description, 'message')) : [],
    card: all ? seen(operationOf(description, 'select')) : [],
  };
}

function needs(description: Description, plan: JourneyPlan, { details, card }: WalkChecks): Need[] {
  const several = plan.destinations > 1;
  return [
    ...inboxNeeds([...details, ...card, ...(several ? [description.employee.destination] : [])]),
    ...(several ? [{ kind: 'two-destinations' } as const] : []),
    ...(plan.atSecondPoint ? [{ kind: 'second-key' } as const] : []),
  ];
}

/** A user id of an unusual shape may be refused when it is first used, or by the driver: then nothing more is due. */
function whileTaken(description: Description, steps: readonly Step[]): Step[] {
  const known = new Set<UserLabel>();
  return steps.map((step) => {
    if (step.do === 'operate') return { ...step, mayBeImpossible: true };
    if (step.do !== 'send' || step.expect.kind === 'refused') return step;
    const { user = 'a' } = step.request;
    if (known.has(user)) return step;
    known.add(user);
    const { instead: _, ...first } = step;
    const expect = acceptedOrRefused(description, 'user ids', 'similar ones');
    return { ...first, expect, endsIf: 'refused' };
  });
}
