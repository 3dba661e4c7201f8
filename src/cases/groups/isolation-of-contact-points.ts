import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
} from '../description-lookups.js';
import { action, actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import type { KeyChoice } from '../request-plan.js';
import {
  ADDRESS_OF_SECOND,
  conversation,
  earlierConversation,
  expectEventOf,
  look,
  MORE_THAN_A_PAGE,
  numbered,
  OWN_POINT,
  operate,
  perform,
  prepare,
  SECOND_POINT,
  secondAddress,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, OperatorStep, Step } from '../types.js';

/** A user's conversations at two contact points have nothing to do with each other (sections 2 and 3). */
export function isolationOfContactPoints(description: Description): CaseDraft[] {
  return [
    ...keptApartOfContactPoints(description),
    equalAtOther(description),
    promptAtOther(description),
    historyAgainAtBoth(description),
    keptThroughOtherClose(description),
    keptAgainAtBoth(description),
    selectedEarlyThroughOther(description),
    historyApart(description),
    keptAnywhereUnseen(description),
    keptUnseenAtOther(description),
    ...eventsBesideKeptReplies(description),
  ];
}

function keptApartOfContactPoints(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return [
    { name: 'kept-apart-of-contact-points', count: 2, what: 'what' },
    {
      name: 'kept-many-apart-of-contact-points',
      count: MORE_THAN_A_PAGE,
      what: `${MORE_THAN_A_PAGE} messages that`,
    },
  ].map(({ name, count, what }) => {
    const there = numbered(count, 's');
    return {
      group: 'storage',
      name,
      title: `A selection delivers ${what} ${count > 2 ? 'were' : 'was'} kept at its contact point, and nothing the same user sent to another`,
      needs: [...inboxNeeds(names), { kind: 'second-key' }],
      steps: [
        ...writeInTurn(description, ['m1', 'm2']),
        ...writeInTurn(description, there, SECOND_POINT),
        prepare(description, select, SECOND_POINT),
        look('present', there, names, SECOND_POINT),
        look('absent', ['m1', 'm2'], names, SECOND_POINT),
        look('absent', ['m1', 'm2', ...there], names, { destination: 'each' }),
        prepare(description, select),
        look('present', ['m1', 'm2'], names),
        look('absent', there, names, { settles: true }),
        look('absent', ['m1', 'm2'], names, { key: 'second', settles: true }),
      ],
    };
  });
}

/** A message is not a copy of one that the same user sent to another contact point, however equal the two are. */
function equalAtOther(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const kinds = operationsOf(description, 'message');
  const at = (which: string, key?: KeyChoice): Step[] =>
    kinds.map((kind) => {
      const as = `${kind} ${which}`;
      const like = which === 'here' ? {} : { like: `${kind} here` };
      return prepare(description, kind, { ...(key && { key }), body: { kind: 'documented', ...like } }, as);
    });
  const [here, there] = ['here', 'there'].map((which) => kinds.map((kind) => `${kind} ${which}`)) as [
    string[],
    string[],
  ];
  return {
    group: 'storage',
    name: 'kept-equal-at-contact-points',
    title:
      'Equal messages that a user sends to two contact points wait at each of them for a selection there',
    needs: [...inboxNeeds(names), { kind: 'second-key' }],
    steps: [
      ...at('here'),
      ...at('there', 'second'),
      prepare(description, select, SECOND_POINT),
      look('present', there, names, SECOND_POINT),
      prepare(description, select),
      look('present', here, names),
    ],
  };
}

/** A user for whom a destination is selected at one contact point has none at another: the message there asks for one. */
function promptAtOther(description: Description): CaseDraft {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  return {
    group: 'routing',
    name: 'asked-at-other-contact-point',
    title: `${event} arrives for a message at the second contact point, although a destination is selected for that user at the first`,
    needs: [WEBHOOK, { kind: 'second-key' }],
    steps: [
      secondAddress(),
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      prepare(description, message, SECOND_POINT),
      { do: 'expect-event', event, user: 'a', times: 1, address: ADDRESS_OF_SECOND },
    ],
  };
}

/** Earlier conversations at one contact point, the second as the first, are no part of those at another. */
function historyAgainAtBoth(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  const talk = (at: { key?: 'second' }, said: string[], seen: string[]): Step[] => [
    ...writeInTurn(description, said, at),
    prepare(description, select, at),
    look('present', seen, names, at),
  ];
  const closeAt = (at: { key?: 'second' }): Step => operate(close, {}, { ...at, setup: true });
  const here = {};
  return {
    group: 'storage',
    name: 'history-apart-in-later-conversations',
    title:
      'In a second and a third conversation, employees see the earlier ones at their contact point, and none that the same user had at another',
    needs: [...inboxNeeds(names), action(close), { kind: 'second-key' }],
    steps: [
      ...talk(here, ['m1', 'm2'], ['m1', 'm2']),
      closeAt(here),
      ...talk(SECOND_POINT, ['s1', 's2'], ['s1', 's2']),
      closeAt(SECOND_POINT),
      ...talk(here, ['m3', 'm4'], ['m1', 'm2', 'm3', 'm4']),
      closeAt(here),
      ...talk(SECOND_POINT, ['s3', 's4'], ['s1', 's2', 's3', 's4']),
      closeAt(SECOND_POINT),
      ...talk(here, ['m5'], ['m1', 'm2', 'm3', 'm4', 'm5']),
      look('absent', ['s1', 's2', 's3', 's4'], names, { settles: true }),
      ...talk(SECOND_POINT, ['s5'], ['s1', 's2', 's3', 's4', 's5']),
      look('absent', ['m1', 'm2', 'm3', 'm4', 'm5'], names, { ...SECOND_POINT, settles: true }),
    ],
  };
}

/** What waits for a selection waits through a close of the same user's conversation at another contact point. */
function keptThroughOtherClose(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  return {
    group: 'storage',
    name: 'kept-through-close-elsewhere',
    title:
      "Messages that wait for the selection outlast the close of the same user's conversation at another contact point",
    needs: [...inboxNeeds(names), action(close), { kind: 'second-key' }],
    steps: [
      ...writeInTurn(description, ['m1', 'm2']),
      ...writeInTurn(description, ['s1', 's2'], SECOND_POINT),
      prepare(description, select, SECOND_POINT),
      look('present', ['s1', 's2'], names, { ...SECOND_POINT, setup: true }),
      operate(close, {}, { ...SECOND_POINT, setup: true }),
      prepare(description, select),
      look('present', ['m1', 'm2'], names),
    ],
  };
}

/** What waits in a second conversation does not depend on what the same user has waiting at another contact point. */
function keptAgainAtBoth(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const there = SECOND_POINT;
  return {
    group: 'storage',
    name: 'kept-again-apart-of-contact-points',
    title:
      'A selection in a second conversation delivers what was kept at its contact point, and leaves what the same user has waiting at another',
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description), { kind: 'second-key' }],
    steps: [
      ...earlierConversation(description),
      ...writeInTurn(description, ['m3', 'm4']),
      ...writeInTurn(description, ['s1', 's2'], there),
      prepare(description, select),
      look('present', ['m1', 'm2', 'm3', 'm4'], names),
      prepare(description, select, there),
      look('present', ['s1', 's2'], names, there),
    ],
  };
}

/** A selection before the first message is not ended by a close of the same user's conversation at another contact point. */
function selectedEarlyThroughOther(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const there = SECOND_POINT;
  return {
    group: 'storage',
    name: 'selected-early-apart-of-contact-points',
    title:
      'A selection before the first message outlasts a conversation of the same user at another contact point, and its close',
    needs: [...inboxNeeds(names), closeNeed(description), { kind: 'second-key' }],
    steps: [
      prepare(description, select),
      ...writeInTurn(description, ['s1', 's2'], there),
      prepare(description, select, there),
      look('present', ['s1', 's2'], names, { ...there, setup: true }),
      operate(closeRule(description).action, {}, { ...there, setup: true }),
      ...writeInTurn(description, ['m1', 'm2']),
      look('present', ['m1', 'm2'], names),
    ],
  };
}

function historyApart(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return {
    group: 'storage',
    name: 'history-apart-of-contact-points',
    title: 'Employees see no earlier conversation that the same user had at another contact point',
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description), { kind: 'second-key' }],
    steps: [
      ...earlierConversation(description),
      ...writeInTurn(description, ['s1', 's2'], SECOND_POINT),
      prepare(description, select, SECOND_POINT),
      look('present', ['s1', 's2'], names, { key: 'second', setup: true }),
      look('absent', ['m1', 'm2'], names, { key: 'second', settles: true }),
    ],
  };
}

/** Looks into every inbox of a contact point. */
const EACH_INBOX = { destination: 'each', settles: true } as const;

function keptAnywhereUnseen(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kept = ['m1', 'm2', 'm3'];
  return {
    group: 'storage',
    name: 'kept-not-before-anywhere',
    title: 'No destination sees messages before the selection',
    needs: inboxNeeds([...names, description.employee.destination]),
    steps: [...writeInTurn(description, kept), look('absent', kept, names, EACH_INBOX)],
  };
}

function keptUnseenAtOther(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kept = ['m1', 'm2', 'm3'];
  return {
    group: 'storage',
    name: 'kept-not-before-at-other-contact-points',
    title: 'No destination of another contact point sees messages before the selection',
    needs: [...inboxNeeds([...names, description.employee.destination]), { kind: 'second-key' }],
    steps: [...writeInTurn(description, kept), look('absent', kept, names, { ...EACH_INBOX, key: 'second' })],
  };
}

/** What waits for an address at one contact point holds up nothing at another. */
function eventsBesideKeptReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const { action: close, event: closes } = closeRule(description);
  const act = (place: Partial<typeof OWN_POINT>, where: string): (OperatorStep & { as: string })[] =>
    kinds.map((rule) => ({
      ...perform(rule, place),
      as: `${rule.event} ${where}`,
    }));
  return [
    {
      group: 'events',
      name: 'told-beside-kept-replies',
      title:
        'Replies and the close send events while replies to the same user wait for an address at another contact point',
      needs: [
        WEBHOOK,
        { kind: 'unset-address' },
        // Otherwise the contact point without an address is the main one.
        { kind: 'fresh-key' },
        action(close),
        ...actionsOf(kinds),
      ],
      phase: 'unset',
      steps: [
        setAddress(null),
        ...conversation(description, OWN_POINT),
        ...act(OWN_POINT, 'kept'),
        ...conversation(description),
        ...act({}, 'here').flatMap((step, at): Step[] => [
          step,
          expectEventOf(kinds[at] as (typeof kinds)[number], step.as),
        ]),
        operate(close, {}),
        { do: 'expect-event', event: closes, user: 'a', times: 1 },
      ],
    },
  ];
}
