import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  operationOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { action, actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import type { KeyChoice, Nth, RequestPlan } from '../request-plan.js';
import {
  conversation,
  expectEventOf,
  logIn,
  logOut,
  look,
  operate,
  SELECT_AGAIN,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, SendStep, Step } from '../types.js';

/** Whatever a second selection does, what follows is due (section 3). */
export function secondSelections(description: Description): CaseDraft[] {
  return [
    ...closeAfterSecondSelection(description),
    ...waitingAfterSecondSelection(description),
    keptMessagesOnce(description),
  ];
}

/**
 * What a second selection does while one is selected is not shown. But where it is accepted, employees still reply and close, what
 * they do is reported, and after the close no destination is selected (sections 3 and 6).
 */
function closeAfterSecondSelection(description: Description): CaseDraft[] {
  const { action: close, event: closed } = closeRule(description);
  const kinds = replies(description);
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const asked = timesAsked(description, ['message', 'select', 'close', 'message']);
  const draft = (name: string, where: string, destination: Nth, more: Need[]): CaseDraft => {
    /** Which employees have the conversation is not shown, and so is whether these can act. */
    const act = (name: string, parameters: Record<string, unknown>, as: string): Step => ({
      ...operate(name, parameters, { as }),
      destination,
      mayBeImpossible: true,
    });
    return {
      group: 'routing',
      name,
      title: `After a second selection${where}, replies and the close are reported, and the next message asks for a destination`,
      needs: [WEBHOOK, ...actionsOf(kinds), action(close), ...more],
      steps: [
        ...conversation(description),
        selectAgain(description, { destination }),
        ...kinds.flatMap((rule, at) => [
          act(rule.action, rule.parameters, `reply ${at}`),
          expectEventOf(rule, `reply ${at}`),
        ]),
        act(close, {}, 'close'),
        { do: 'expect-event', event: closed, user: 'a', times: 1 },
        send(description, message, { kind: 'accepted' }),
        {
          do: 'expect-event',
          event,
          user: 'a',
          times: { atLeast: asked, atMost: asked + 1, gap: SELECT_AGAIN },
          settles: true,
        },
      ],
    };
  };
  return [
    draft('closed-after-selected-again', '', 0, []),
    draft('closed-after-selected-again-elsewhere', ' at another destination', 1, [
      { kind: 'two-destinations' },
    ]),
  ];
}

/** What a selection has delivered, a second one does not deliver again (section 3). */
function keptMessagesOnce(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kept = ['m1', 'm2', 'm3'];
  return {
    group: 'storage',
    name: 'kept-once-selected-again',
    title: 'Employees see what was kept only once, although the destination is selected again',
    needs: inboxNeeds(names),
    steps: [
      ...writeInTurn(description, kept),
      send(description, operationOf(description, 'select'), { kind: 'accepted' }),
      look('present', kept, names, { setup: true }),
      selectAgain(description, {}),
      look('once', kept, names, { settles: true }),
    ],
  };
}

/** Messages after a second selection wait for a login like any others (section 1). */
function waitingAfterSecondSelection(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const key: KeyChoice = 'unset';
  const waiting = ['m1', 'm2', 'm3'];
  const { endsIf: _, ...third } = selectAgain(description, { key });
  return [
    {
      group: 'storage',
      name: 'selected-again-while-logged-out',
      title: 'Messages after a second selection wait for a login of the employees',
      needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        logIn(),
        ...conversation(description, { key }),
        selectAgain(description, { key }),
        logOut(),
        ...writeInTurn(description, waiting, { key }),
        logIn(),
        // If the second one has ended the selection, this is the selection that they wait for.
        third,
        look('present', waiting, names, { key }),
      ],
    },
  ];
}

/** If it is refused, nothing more is due. */
function selectAgain(description: Description, { destination = 0, ...plan }: Partial<RequestPlan>): SendStep {
  return {
    ...send(
      description,
      operationOf(description, 'select'),
      { kind: 'documented', gap: SELECT_AGAIN },
      { ...plan, ...(destination !== 0 && { destination }) },
    ),
    endsIf: 'refused',
  };
}
