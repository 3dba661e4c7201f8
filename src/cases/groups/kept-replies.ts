import type { Description } from '../../description/types.js';
import { closeRule, operationOf, operationsOf, replies } from '../description-lookups.js';
import { addressRefusals, refusals } from '../faulty-requests.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { expectAtAddress, repliesInTurn, writeReplies } from '../reply-steps.js';
import {
  closeAtOwnPoint,
  conversation,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  prepare,
  readers,
  SECOND_POINT,
  SELECT_AGAIN,
  secondAddress,
  send,
  setAddress,
} from '../steps.js';
import type { CaseDraft, Need, SendStep, Step } from '../types.js';

/** More than somebody may think that a queue needs to hold: a list of fifty is full. */
const MANY = 67;

/** Replies wait for an address whatever happens meanwhile, and however many there are (section 1). */
export function keptReplies(description: Description): CaseDraft[] {
  if (replies(description).length === 0) return [];
  return [
    keptThrough(description, {
      name: 'many',
      title: `${MANY} replies made while no address is set arrive once one is set`,
      count: MANY,
    }),
    ...[
      ...throughRequestsAndCloses(description),
      ...throughOtherConversations(description),
      ...throughReads(description),
    ].map(({ name, what, ...meanwhile }) =>
      keptThrough(description, {
        name: `through-${name}`,
        title: `Replies kept while no address was set outlast ${what}`,
        ...meanwhile,
      }),
    ),
  ];
}

/** What happens while replies wait. */
interface Meanwhile {
  name: string;
  what: string;
  steps: Step[];
  actions?: string[];
  needs?: Need[];
}

/** A case in which replies wait while `steps` are done. */
function keptThrough(
  description: Description,
  {
    name,
    title,
    count = 2,
    steps = [],
    actions = [],
    needs = [],
  }: { name: string; title: string; count?: number } & Partial<Omit<Meanwhile, 'what'>>,
): CaseDraft {
  const kinds = replies(description);
  const kept = repliesInTurn(kinds, count);
  return {
    group: 'storage',
    name: `reply-kept-${name}`,
    title,
    needs: [WEBHOOK, ...actionsOf(kinds), ...actions.map(action), { kind: 'unset-address' }, ...needs],
    phase: 'unset',
    steps: [
      setAddress(null),
      ...conversation(description, OWN_POINT),
      ...writeReplies(kept),
      ...steps,
      ...expectAtAddress(kept),
    ],
  };
}

function throughRequestsAndCloses(description: Description): Meanwhile[] {
  const { action: close } = closeRule(description);
  const message = prepare(description, operationOf(description, 'message'), OWN_POINT);
  const select = operationOf(description, 'select');
  return [
    {
      name: 'message-and-refusal',
      what: 'a message of the user and a refused address',
      steps: [message, ...addressRefusals(description)],
    },
    {
      name: 'messages',
      what: 'messages of every kind',
      steps: operationsOf(description, 'message').map((operation) =>
        prepare(description, operation, OWN_POINT),
      ),
    },
    {
      name: 'conversation-elsewhere',
      what: 'the close of their conversation and a next one at another destination',
      steps: [
        closeAtOwnPoint(description),
        message,
        prepare(description, select, { ...OWN_POINT, destination: 'other' }),
      ],
      actions: [close],
      needs: [{ kind: 'two-destinations' }],
    },
    {
      name: 'removal-of-no-address',
      what: 'a removal of the address that is not set',
      steps: [setAddress(null)],
    },
    {
      name: 'log-out',
      what: 'a logout and login of their employees',
      steps: [logOut(), logIn()],
      actions: ['set_presence'],
    },
    {
      name: 'close',
      what: 'the close of their conversation',
      steps: [closeAtOwnPoint(description)],
      actions: [close],
    },
    {
      name: 'refusals',
      what: 'refused messages and selections of their user',
      steps: [operationOf(description, 'message'), select].flatMap((operation) =>
        refusals(description, operation).map(
          (step): SendStep => ({ ...step, request: { ...OWN_POINT, ...step.request } }),
        ),
      ),
    },
  ];
}

/** The next conversation, other contact points, another destination. */
function throughOtherConversations(description: Description): Meanwhile[] {
  const { action: close } = closeRule(description);
  const message = prepare(description, operationOf(description, 'message'), OWN_POINT);
  const select = operationOf(description, 'select');
  return [
    {
      name: 'close-elsewhere',
      what: "the close of the same user's conversation at another contact point",
      steps: [
        ...conversation(description, SECOND_POINT),
        operate(close, {}, { ...SECOND_POINT, setup: true }),
      ],
      actions: [close],
      needs: [{ kind: 'second-key' }],
    },
    {
      name: 'close-and-message',
      what: 'the close of their conversation and the next message',
      steps: [closeAtOwnPoint(description), message],
      actions: [close],
    },
    {
      name: 'next-conversation',
      what: 'the close of their conversation, the next message and the next selection',
      steps: [closeAtOwnPoint(description), message, prepare(description, select, OWN_POINT)],
      actions: [close],
    },
    {
      name: 'other-address',
      what: 'the setting of an address at another contact point',
      steps: [secondAddress()],
      needs: [{ kind: 'second-key' }],
    },
    {
      name: 'selected-again',
      what: 'a selection of another destination, whether it is accepted or not',
      steps: [
        send(
          description,
          select,
          { kind: 'documented', gap: SELECT_AGAIN },
          { ...OWN_POINT, destination: 'other' },
        ),
      ],
      needs: [{ kind: 'two-destinations' }],
    },
  ];
}

function throughReads(description: Description): Meanwhile[] {
  return readers(description, OWN_POINT).map(([operation, reads]) => ({
    name: operation,
    what: operation,
    steps: [reads],
  }));
}
