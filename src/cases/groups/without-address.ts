import type { Description } from '../../description/types.js';
import { allContentFields, closeRule, operationOf, replies, routingEvent } from '../description-lookups.js';
import { actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import { expectAtAddress, expectReply, type NamedReply, writeReplies } from '../reply-steps.js';
import type { UserLabel } from '../request-plan.js';
import {
  ADDRESS_OF_SECOND,
  closeAtOwnPoint,
  conversation,
  look,
  OWN_POINT,
  perform,
  prepare,
  SECOND_POINT,
  secondAddress,
  send,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** What happens while no address is set, or an address is replaced (section 6). */
export function withoutAddress(description: Description): CaseDraft[] {
  return [
    ...closeWithoutAddress(description),
    ...repliesKeptFromOtherAddress(description),
    ...messagesWithoutAddress(description),
    ...throughNewAddress(description),
  ];
}

/** A close ends the selection whether or not there is an address to report it to (section 3), as events show it. */
function closeWithoutAddress(description: Description): CaseDraft[] {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  return [
    {
      group: 'routing',
      name: 'closed-without-address',
      title: 'After a close while no address is set, the next message asks for a destination once one is set',
      needs: [WEBHOOK, ...ownPointNeeds(description)],
      phase: 'unset',
      steps: [
        setAddress('early'),
        ...conversation(description, OWN_POINT),
        { do: 'expect-event', event, user: 'a', times: 1, setup: true },
        ...closeUnheard(description),
        setAddress('late'),
        send(description, message, { kind: 'accepted' }, OWN_POINT),
        { do: 'expect-event', event, user: 'a', times: 2 },
      ],
    },
    ...(replies(description).length === 0
      ? []
      : [
          {
            group: 'routing' as const,
            name: 'closed-without-address-after-replies',
            title:
              'After replies that wait for an address and a close, the next message asks for a destination once one is set',
            needs: [WEBHOOK, ...ownPointNeeds(description), ...actionsOf(replies(description))],
            phase: 'unset' as const,
            steps: [
              setAddress(null),
              ...conversation(description, OWN_POINT),
              ...replies(description).map((rule) => perform(rule, { ...OWN_POINT, setup: true })),
              closeAtOwnPoint(description),
              setAddress('late'),
              send(description, message, { kind: 'accepted' }, OWN_POINT),
              { do: 'expect-event' as const, event, user: 'a' as const, times: 1, address: 'late' },
            ],
          },
        ]),
    // What is sent once an address is set may still be due to the first message, so the address moves again.
    {
      group: 'routing',
      name: 'asked-after-conversation-without-address',
      title:
        'The first message after a close asks for a destination, though that of the conversation before was sent while no address was set',
      needs: [WEBHOOK, ...ownPointNeeds(description)],
      phase: 'unset',
      steps: [
        setAddress(null),
        prepare(description, message, OWN_POINT),
        setAddress('late'),
        prepare(description, operationOf(description, 'select'), OWN_POINT),
        closeAtOwnPoint(description),
        { do: 'expect-event', event: closeRule(description).event, user: 'a', times: 1, setup: true },
        setAddress('latest'),
        send(description, message, { kind: 'accepted' }, OWN_POINT),
        // Whether the first message's own comes is not shown, nor when.
        { do: 'expect-event', event, user: 'a', times: 1, address: 'latest', lagging: 'late' },
      ],
    },
  ];
}

/** Without an address a reply waits, though the same user has written where there is one (sections 1 and 6). */
function repliesKeptFromOtherAddress(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const kept = kinds.map((rule): NamedReply => ({ rule, as: `${rule.event} kept` }));
  return [
    {
      group: 'storage',
      name: 'reply-kept-from-other-address',
      title:
        'Replies made while no address is set do not arrive at the address of another contact point where the same user has written; they arrive once one is set',
      needs: [WEBHOOK, { kind: 'unset-address' }, { kind: 'second-key' }, ...actionsOf(kinds)],
      phase: 'unset',
      steps: [
        setAddress(null),
        secondAddress(),
        prepare(description, operationOf(description, 'message'), SECOND_POINT),
        ...conversation(description, OWN_POINT),
        ...writeReplies(kept),
        secondAddress(),
        ...kept.map(
          (reply): Step => ({ ...expectReply(reply, ADDRESS_OF_SECOND), times: 0, meanwhile: true }),
        ),
        ...expectAtAddress(kept),
      ],
    },
  ];
}

/** The same as employees see it. */
function messagesWithoutAddress(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = prepare(description, operationOf(description, 'select'), OWN_POINT);
  const reachEmployees: Step[] = [
    ...writeInTurn(description, ['m1', 'm2'], OWN_POINT),
    look('absent', ['m1', 'm2'], names, OWN_POINT),
    select,
    look('present', ['m1', 'm2'], names, OWN_POINT),
    ...writeInTurn(description, ['m3', 'm4'], OWN_POINT),
    look('present', ['m1', 'm2', 'm3', 'm4'], names, OWN_POINT),
  ];
  return [
    {
      group: 'storage',
      name: 'kept-after-close-without-address',
      title: 'Messages after a close while no address is set wait for the next selection',
      needs: [...inboxNeeds(names), ...ownPointNeeds(description)],
      phase: 'unset',
      steps: [
        ...writeInTurn(description, ['m1'], OWN_POINT),
        select,
        look('present', ['m1'], names, { ...OWN_POINT, setup: true }),
        ...closeUnheard(description),
        ...writeInTurn(description, ['m2', 'm3'], OWN_POINT),
        look('absent', ['m2', 'm3'], names, OWN_POINT),
        select,
        look('present', ['m1', 'm2', 'm3'], names, OWN_POINT),
      ],
    },
    {
      group: 'storage',
      name: 'kept-without-address',
      title:
        'Messages reach the employee of the chosen destination while no address is set, kept ones and later ones',
      needs: [...inboxNeeds(names), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [setAddress(null), ...reachEmployees],
    },
    // It runs before an address is set there, which may create what such a contact point lacks.
    {
      group: 'storage',
      name: 'kept-at-fresh-contact-point',
      title:
        'Messages reach the employee of the chosen destination at a contact point that never had a webhook address, kept ones and later ones',
      needs: [...inboxNeeds(names), { kind: 'fresh-key' }],
      phase: 'unset',
      steps: reachEmployees,
    },
  ];
}

function ownPointNeeds(description: Description): Need[] {
  return [closeNeed(description), { kind: 'unset-address' }];
}

function closeUnheard(description: Description): Step[] {
  return [setAddress(null), closeAtOwnPoint(description)];
}

/** Texts and files in turn, and more than one of each. */
const ROW = ['first', 'second', 'third', 'fourth'];

/** Conversations do not depend on where events go: a new address selects nobody, closes nothing and loses nothing (sections 1 and 3). */
function throughNewAddress(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = (user: UserLabel): Step =>
    prepare(description, operationOf(description, 'select'), { ...OWN_POINT, user });
  const write = (user: UserLabel, word: string): Step[] =>
    writeInTurn(description, rowOf(word), { ...OWN_POINT, user });
  const see = (user: UserLabel, words: string[], more: { setup?: true } = {}): Step =>
    look('present', words.flatMap(rowOf), names, { ...OWN_POINT, user, ...more });
  const set = (label: string): Step => ({ do: 'address', label, ...OWN_POINT, setup: true });
  const close = (user: UserLabel): Step => closeAtOwnPoint(description, user);
  const needs = [WEBHOOK, ...inboxNeeds(names), { kind: 'unset-address' } as const];
  return [
    {
      group: 'storage',
      name: 'kept-through-new-address',
      title:
        'Selections and kept messages outlast a new webhook address, whether or not the user has written yet',
      needs,
      phase: 'unset',
      steps: [
        set('early'),
        select('a'),
        ...write('b', 'before b'),
        select('b'),
        ...write('c', 'before c'),
        set('late'),
        ...write('a', 'after a'),
        ...write('b', 'after b'),
        select('c'),
        ...write('c', 'after c'),
        see('a', ['after a']),
        see('b', ['before b', 'after b']),
        see('c', ['before c', 'after c']),
      ],
    },
    {
      group: 'storage',
      name: 'kept-through-new-address-again',
      title: 'Selections and kept messages of a second conversation outlast a new webhook address',
      needs: [...needs, closeNeed(description)],
      phase: 'unset',
      steps: [
        set('early'),
        ...(['a', 'b'] as const).flatMap((user) => [
          ...write(user, `earlier ${user}`),
          select(user),
          see(user, [`earlier ${user}`], { setup: true }),
          close(user),
        ]),
        select('a'),
        ...write('b', 'before b'),
        set('late'),
        ...write('a', 'after a'),
        select('b'),
        ...write('b', 'after b'),
        see('a', ['earlier a', 'after a']),
        see('b', ['earlier b', 'before b', 'after b']),
      ],
    },
  ];
}

function rowOf(word: string): string[] {
  return ROW.map((each) => `${each} ${word}`);
}
