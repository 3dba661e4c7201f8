import type { Description, EventRule } from '../../description/types.js';
import {
  closeRule,
  deliveryEvents,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import type { KeyChoice, UserLabel } from '../request-plan.js';
import {
  conversation,
  expectDeliveries,
  expectEventOf,
  logIn,
  OWN_POINT,
  operate,
  perform,
  prepare,
  secondAddress,
  send,
  setAddress,
  withContent,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, Need, Step } from '../types.js';
import { eventAsSubject } from '../words/expectations.js';

/** Where events go (section 6): to the address that was set last, as it was set, and to no other. */
export function addresses(description: Description): CaseDraft[] {
  return [
    ...addressSetLast(description),
    ...repliesAtNewAddress(description),
    movingAddress(description),
    addressSetBack(description),
    secondMessageAtNewAddress(description),
    ...deliveryAtNewAddress(description),
    sharedAddress(description),
  ];
}

/** The catcher's address that is replaced by another. */
const FORMER = 'first';

/** Another one, which must be called with its query and its encoded characters. */
function addressWithQuery({ samples }: Description): string {
  return samples.addressQuery === undefined ? 'second' : `second?${samples.addressQuery}`;
}

/** Every event goes to the address that was set last, whatever causes it. */
function addressSetLast(description: Description): CaseDraft[] {
  const message = prepare(description, operationOf(description, 'message'));
  const select = prepare(description, operationOf(description, 'select'));
  const draft = (
    event: string,
    needs: Need[],
    [before, stimulus]: [before: Step[], stimulus: Step[]],
    { carries = [], further = [] }: { carries?: string[] | undefined; further?: Step[] } = {},
  ): CaseDraft => ({
    group: 'events',
    name: `address-set-last-${event}`,
    title: `${eventAsSubject(event, description)} goes to the address that was set last, exactly as it was set`,
    needs: [WEBHOOK, ...needs],
    phase: 'address',
    steps: [
      ...before,
      { do: 'address', label: FORMER, setup: true },
      { do: 'address', label: addressWithQuery(description), setup: true },
      ...stimulus,
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: 1,
        address: addressWithQuery(description),
        ...withContent(carries),
      },
      ...further,
    ],
  });
  const draftFor = (event: string, { cause, carries }: EventRule): CaseDraft => {
    switch (cause.kind) {
      case 'routing':
        return draft(event, [], [[], [message]], { further: addressesAsSet(description, event) });
      case 'operator':
        return draft(
          event,
          [action(cause.action)],
          [conversation(description), [perform(cause, { as: 'act' })]],
          { carries },
        );
      case 'delivery':
        // Its name is not shown, so what the selection causes, late, must not go elsewhere.
        return draft(event, [{ kind: 'online' }], [[], [select, message]]);
    }
  };
  return Object.entries(description.events).map(([event, rule]) => draftFor(event, rule));
}

/** One reply before the address is replaced: what a service keeps of it must not lead the next one. */
function repliesAtNewAddress(description: Description): CaseDraft[] {
  return replies(description).map((rule): CaseDraft => {
    const reply = (address: string): Step[] => [
      setAddress(address),
      ...replyWithEvent(rule, address, { ...OWN_POINT, address }),
    ];
    return {
      group: 'events',
      name: `address-moved-${rule.event}`,
      title: `${rule.event} goes to the new address when the address is replaced within a conversation`,
      needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [...conversation(description, OWN_POINT), ...reply('early'), ...reply('late')],
    };
  });
}

/** A new address before each thing that an event reports: none is led by what happened at an earlier one. */
function movingAddress(description: Description): CaseDraft {
  const { action: close, event: closed } = closeRule(description);
  const message = prepare(description, operationOf(description, 'message'), OWN_POINT);
  const select = prepare(description, operationOf(description, 'select'), OWN_POINT);
  const asks = routingEvent(description);
  const kinds = replies(description);
  let moves = 0;
  const moveAddress = (stimulus: Step, event: (address: string) => ExpectEventStep): Step[] => {
    moves += 1;
    const address = `moved-${moves}`;
    return [setAddress(address), stimulus, event(address)];
  };
  const talk = (number: number): Step[] => [
    ...moveAddress(message, (address) => ({ do: 'expect-event', event: asks, user: 'a', times: 1, address })),
    select,
    ...kinds.flatMap((rule) => {
      const as = `${rule.event} ${number}`;
      return moveAddress(perform(rule, { ...OWN_POINT, as }), (address) =>
        expectEventOf(rule, as, { address }),
      );
    }),
    ...moveAddress(operate(close, {}, OWN_POINT), (address) => ({
      do: 'expect-event',
      event: closed,
      user: 'a',
      times: 1,
      address,
    })),
  ];
  return {
    group: 'events',
    name: 'moving-address',
    title: 'Every event of two conversations goes to the address that was set just before what it reports',
    needs: [WEBHOOK, action(close), ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [...talk(1), ...talk(2)],
  };
}

/** A new address begins no new conversation, and whatever else asks for a destination goes there (sections 3 and 6). */
function secondMessageAtNewAddress(description: Description): CaseDraft {
  const event = routingEvent(description);
  const [first = '', second = first] = operationsOf(description, 'message');
  const asksAgain = timesAsked(description, ['message', 'message']) > 1;
  return {
    group: 'events',
    name: 'second-message-at-new-address',
    title: asksAgain
      ? `${event} for a second message goes to the new address when the address has been replaced`
      : `A second message sends no ${event} when the address has been replaced`,
    needs: [WEBHOOK, { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress('early'),
      prepare(description, first, OWN_POINT),
      { do: 'expect-event', event, user: 'a', times: 1, address: 'early', setup: true },
      setAddress('late'),
      send(description, second, { kind: 'accepted' }, OWN_POINT),
      asksAgain
        ? { do: 'expect-event', event, user: 'a', times: 1, address: 'late' }
        : { do: 'expect-event', event, user: 'a', times: 1, settles: true },
    ],
  };
}

/** An address that was replaced may be set again; under one version alone, since setting it once more might make up for a miss. */
function addressSetBack(description: Description): CaseDraft {
  const [event, message] = [routingEvent(description), operationOf(description, 'message')];
  const asks = (user: UserLabel, address: string): Step[] => [
    { do: 'address', label: address, version: description.version, ...OWN_POINT, setup: true },
    prepare(description, message, { ...OWN_POINT, user }),
    { do: 'expect-event', event, user, times: 1, address },
  ];
  return {
    group: 'events',
    name: 'address-set-back',
    title: `${event} goes to a former address once that is set again`,
    needs: [WEBHOOK, { kind: 'unset-address' }],
    phase: 'unset',
    steps: [...asks('a', 'early'), ...asks('b', 'late'), ...asks('c', 'early'), ...asks('d', 'late')],
  };
}

/** What reports the delivery of a kept message is sent when it is delivered, wherever events went when it was sent. */
function deliveryAtNewAddress(description: Description): CaseDraft[] {
  return deliveryEvents(description).map((event) => ({
    group: 'events',
    name: 'address-moved-delivery',
    title: `${eventAsSubject(event, description)} goes to the new address when the address is replaced while a message is kept`,
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logIn(),
      setAddress('early'),
      prepare(description, operationOf(description, 'message'), OWN_POINT, 'kept'),
      // Whatever the message causes goes to the address of its time, and may take a while.
      {
        do: 'expect-event',
        event: routingEvent(description),
        user: 'a',
        times: 1,
        address: 'early',
        setup: true,
      },
      { do: 'pause', setup: true },
      setAddress('late'),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      prepare(description, operationOf(description, 'message'), OWN_POINT, 'later'),
      expectDeliveries(event, ['kept', 'later'], { address: 'late' }),
    ],
  }));
}

/** Two contact points may have the same address: neither takes it away from the other, not even by leaving it. */
function sharedAddress(description: Description): CaseDraft {
  const address = 'shared';
  const asks = (user: UserLabel, key: KeyChoice = 'main'): Step[] => [
    prepare(description, operationOf(description, 'message'), { user, key }),
    { do: 'expect-event', event: routingEvent(description), user, times: 1, address },
  ];
  return {
    group: 'events',
    name: 'address-of-two-contact-points',
    title: 'Events of two contact points arrive at the same address, and go on when one of them replaces it',
    needs: [WEBHOOK, { kind: 'second-key' }],
    phase: 'address',
    steps: [
      { do: 'address', label: address, setup: true },
      { do: 'address', label: address, key: 'second', setup: true },
      ...asks('a'),
      ...asks('b', 'second'),
      secondAddress(),
      ...asks('c'),
    ],
  };
}

/** Addresses that differ slightly from the one before, or are unusual, are each called exactly as they were set. */
function addressesAsSet(description: Description, event: string): Step[] {
  const message = operationOf(description, 'message');
  return (description.samples.addresses ?? []).flatMap((row, at): Step[] => {
    const user = FURTHER[at];
    if (user === undefined) return [];
    return [
      ...row.map((label): Step => ({ do: 'address', label, setup: true })),
      prepare(description, message, { user }),
      { do: 'expect-event', event, user, times: 1, address: row.at(-1) ?? '' },
    ];
  });
}

/** Users who have not written yet, one for each address: the first message of each asks for a destination. */
const FURTHER = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] as const;

/** No event of the run goes to an address that had been replaced, or to another contact point's. */
export function addressLaw(description: Description): CaseDraft[] {
  return [
    {
      group: 'events',
      name: 'every-addressed',
      title: 'No event of the run goes to a former address, or to that of another contact point',
      needs: [WEBHOOK],
      steps: [
        prepare(description, operationOf(description, 'message')),
        { do: 'expect-event', event: routingEvent(description), user: 'a', times: 1, setup: true },
        { do: 'event-address' },
      ],
    },
  ];
}
