import type { Description } from '../../description/types.js';
import { deliveryEvents, operationOf, replies, routingEvent } from '../description-lookups.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { expectReply, replyWithEvent, writeReplies } from '../reply-steps.js';
import {
  conversation,
  expectDeliveries,
  expectEventOf,
  OWN_POINT,
  perform,
  prepare,
  setAddress,
} from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/**
 * What a receiver may do that events must survive, or how they are repeated (section 6). A target may hold back others
 * meanwhile, so these come last.
 */
export function receivers(description: Description): CaseDraft[] {
  return [
    afterHangUp(description),
    afterUnreachable(description),
    retries(description),
    addressOfRetries(description),
    ...retriesAtNewAddress(description),
    retriesAfterNewAddress(description),
    ...afterRefusal(description),
  ];
}

/** A receiver may close a connection that rests: what is due next must come on another. */
function afterHangUp(description: Description): CaseDraft {
  const event = routingEvent(description);
  return {
    group: 'events',
    name: 'asked-after-hang-up',
    title: `${event} arrives after the receiver has closed its idle connections`,
    needs: [WEBHOOK],
    phase: 'last',
    steps: [
      { do: 'hang-up' },
      prepare(description, operationOf(description, 'message')),
      { do: 'expect-event', event, user: 'a', times: 1 },
    ],
  };
}

/**
 * What is lost at an address where nobody answers must not keep what is due later from the next address. At a contact point
 * of its own: at the run's, what comes meanwhile would be lost unseen.
 */
function afterUnreachable(description: Description): CaseDraft {
  const event = routingEvent(description);
  const message = operationOf(description, 'message');
  return {
    group: 'events',
    name: 'asked-after-unreachable-address',
    title: `${event} arrives at the new address after the one before could not be reached`,
    needs: [WEBHOOK, { kind: 'fresh-key' }],
    phase: 'last',
    steps: [
      setAddress({ unreachable: true }),
      prepare(description, message, OWN_POINT),
      { do: 'pause', setup: true },
      setAddress('reachable'),
      prepare(description, message, { ...OWN_POINT, user: 'b' }),
      { do: 'expect-event', event, user: 'b', times: 1, address: 'reachable' },
    ],
  };
}

/** A delivery that is repeated goes to the address that was set last, too. */
function addressOfRetries(description: Description): CaseDraft {
  return {
    ...retries(description),
    name: 'retries-addressed',
    title: 'A refused delivery is repeated at the address that was set last, if at all',
    steps: [...retries(description).steps, { do: 'event-address' }],
  };
}

/** The same after the address was replaced within a conversation. */
function retriesAtNewAddress(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  const [reply] = replies(description);
  if (!reply) return [];
  return [
    {
      group: 'events',
      name: 'retries-at-new-address',
      title:
        'A delivery that is refused after the address was replaced is repeated at the new one, if at all',
      needs: [WEBHOOK, { kind: 'fresh-key' }, action(reply.action)],
      phase: 'last',
      steps: [
        setAddress('early'),
        prepare(description, operationOf(description, 'message'), OWN_POINT),
        { do: 'expect-event', event, user: 'a', times: 1, address: 'early', setup: true },
        prepare(description, operationOf(description, 'select'), OWN_POINT),
        setAddress('late'),
        { do: 'refuse', user: 'a', times: REFUSALS },
        perform(reply, { ...OWN_POINT, as: 'reply' }),
        { do: 'observe-retries', user: 'a', gap: 'retries' },
        {
          ...expectEventOf(reply, 'reply', { address: 'late' }),
          times: { atLeast: 0, atMost: Number.MAX_SAFE_INTEGER, gap: 'retries' },
        },
      ],
    },
  ];
}

/**
 * The same if the address is replaced between two attempts. How deliveries are repeated is not shown, and a service may have
 * written the address into them: so this is expected alone.
 */
function retriesAfterNewAddress(description: Description): CaseDraft {
  const event = routingEvent(description);
  return {
    group: 'events',
    name: 'retries-after-new-address',
    title:
      'A delivery that was refused before the address was replaced is repeated at the new one, if at all',
    level: 'expected',
    needs: [WEBHOOK, { kind: 'fresh-key' }],
    phase: 'last',
    steps: [
      setAddress('early'),
      { do: 'refuse', user: 'a', times: MANY_REFUSALS },
      prepare(description, operationOf(description, 'message'), OWN_POINT),
      { do: 'expect-event', event, user: 'a', times: 1, address: 'early', setup: true },
      setAddress('late'),
      { do: 'expect-retry', user: 'a', address: 'late' },
    ],
  };
}

/**
 * A receiver that refuses one delivery still wants the next ones. How long a service pauses is not shown, so this is expected
 * alone.
 */
function afterRefusal(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  const message = operationOf(description, 'message');
  const [reply] = replies(description);
  const draft = (name: string, title: string, needs: Need[], steps: Step[]): CaseDraft => ({
    group: 'events',
    name,
    title,
    level: 'expected',
    needs: [WEBHOOK, ...needs],
    phase: 'last',
    steps: [
      { do: 'refuse', user: 'a', times: 1 },
      prepare(description, message, {}, 'message'),
      { do: 'observe-retries', user: 'a', gap: 'retries' },
      ...steps,
    ],
  });
  const kept = replies(description).map((rule) => ({ rule, as: `kept ${rule.event}` }));
  return [
    {
      ...draft(
        'kept-replies-after-refusal',
        'Replies that waited for an address arrive though the receiver refused the first of them once',
        [{ kind: 'fresh-key' }, ...actionsOf(replies(description))],
        [],
      ),
      steps: [
        setAddress(null),
        ...conversation(description, OWN_POINT),
        ...writeReplies(kept),
        { do: 'refuse', user: 'a', times: 1 },
        setAddress('late'),
        { do: 'observe-retries', user: 'a', gap: 'retries' },
        ...kept.map((reply) => expectReply(reply)),
      ],
    },
    draft(
      'asked-after-refusal',
      `${event} arrives after the receiver refused one for another user`,
      [],
      [prepare(description, message, { user: 'b' }), { do: 'expect-event', event, user: 'b', times: 1 }],
    ),
    ...(reply
      ? [
          draft(
            'reply-after-refusal',
            `Delivery notifications and ${reply.event} arrive after the receiver refused an earlier event of the same user`,
            [action(reply.action)],
            [
              prepare(description, operationOf(description, 'select')),
              ...deliveryEvents(description).map((report) => expectDeliveries(report, ['message'])),
              ...replyWithEvent(reply, 'reply'),
            ],
          ),
        ]
      : []),
  ];
}

/** More than most services try within the time in which the first attempts may have been under way. */
const MANY_REFUSALS = 8;

/** Refusals before the catcher accepts an event: two show whether the pauses grow. */
const REFUSALS = 2;

/** How failed deliveries are repeated is not shown. */
function retries(description: Description): CaseDraft {
  return {
    group: 'events',
    name: 'retries',
    title: 'Whether and when a refused delivery is repeated',
    needs: [WEBHOOK],
    phase: 'last',
    steps: [
      { do: 'refuse', user: 'a', times: REFUSALS },
      prepare(description, operationOf(description, 'message')),
      { do: 'observe-retries', user: 'a', gap: 'retries' },
    ],
  };
}
