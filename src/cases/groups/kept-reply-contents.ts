import { textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import { fieldOf, freeParameterOf, operationOf, replies, requestFields } from '../description-lookups.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { expectAtAddress, expectReply } from '../reply-steps.js';
import type { UserLabel } from '../request-plan.js';
import { conversation, OWN_POINT, operate, prepare, sampleReplies, setAddress } from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Replies that wait for an address are neither changed nor cut meanwhile (sections 1 and 6). */
export function keptReplyContents(description: Description): CaseDraft[] {
  return [...mixedReplies(description), ...longReplies(description)];
}

/** Replies that wait for an address are not taken for others that say the same (section 1). */
export function equalKeptReplies(description: Description): CaseDraft[] {
  return [...repliesLikeOthers(description), ...sameWordsToTwo(description)];
}

const TWO_USERS = ['a', 'b'] as const;

/** Replies of each kind to two users, in turn and with values of the pools, wait for an address; then the conversation goes on. */
function mixedReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const values = sampleReplies(description);
  const kept = TWO_USERS.flatMap((user) =>
    [...kinds, ...kinds, ...kinds].map((rule, at) => ({
      user,
      rule,
      as: `${rule.event} ${at + 1} to ${user}`,
    })),
  );
  const later = kinds.map((rule) => ({ user: 'b' as const, rule, as: `${rule.event} later` }));
  const write = ({ user, rule, as }: (typeof kept)[number]): Step =>
    operate(rule.action, values.next(rule), { ...OWN_POINT, user, as });
  const equals = kinds.map((rule) => ({
    rule,
    same: values.next(rule),
    names: [1, 2].map((at) => `${rule.event} repeated ${at}`),
  }));
  const observeOrder = (user: UserLabel): Step => ({
    do: 'observe-order',
    user,
    of: kept
      .filter((reply) => reply.user === user)
      .map(({ rule: { event, carries }, as }) => ({ event, as, carries })),
    gap: 'kept-replies-order',
  });
  return [
    {
      group: 'storage',
      name: 'reply-kept-mixed',
      title:
        'Several replies of each kind to two users, equal ones among them, made while no address is set, arrive unchanged once one is set; so do later ones',
      needs: [WEBHOOK, ...actionsOf(kinds), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        setAddress(null),
        ...conversation(description, OWN_POINT),
        ...conversation(description, { ...OWN_POINT, user: 'b' }),
        ...kept.map(write),
        ...equals.flatMap(({ rule, same, names }) =>
          names.map((as) => operate(rule.action, same, { ...OWN_POINT, as })),
        ),
        ...expectAtAddress(kept),
        ...equals.flatMap(({ rule, names }) =>
          names.slice(-1).map((as): Step => ({ ...expectReply({ rule, as }), times: names.length })),
        ),
        ...TWO_USERS.map(observeOrder),
        ...later.map(write),
        ...later.map((reply) => expectReply(reply)),
      ],
    },
  ];
}

/** Characters: more than a short column holds, and not so much that it might be refused for its length alone. */
const LONG = 256;
const LONGEST = 20_000;

/** What waits for an address is not cut meanwhile. Whether employees can write that much is up to their application. */
function longReplies(description: Description): CaseDraft[] {
  const { freeParameters, texts } = description.samples;
  const long = Object.values(texts).flatMap((sample) => {
    const text = textOf(sample);
    return text.length >= LONG && text.length <= LONGEST ? [text] : [];
  });
  return replies(description).flatMap((rule): CaseDraft[] => {
    const free = rule.carries.find((parameter) => freeParameters.includes(parameter));
    if (free === undefined || long.length === 0) return [];
    const kept = long.map((text, at) => ({ rule, text, as: `reply ${at + 1}` }));
    return [
      {
        group: 'storage',
        name: `reply-kept-long-${rule.event}`,
        title: `${rule.event} carries a long ${free} unchanged if it was written while no address was set`,
        needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress(null),
          ...conversation(description, OWN_POINT),
          ...kept.map(
            ({ text, as }): Step => ({
              ...operate(rule.action, { ...rule.parameters, [free]: text }, { ...OWN_POINT, as }),
              setup: true,
              mayBeImpossible: true,
            }),
          ),
          ...expectAtAddress(kept),
        ],
      },
    ];
  });
}

const FIRST_WORDS = 'We call {user} back.';
const SECOND_WORDS = 'Thank you, says {user}.';

/** A kept reply that equals the user's own message, or a reply that was sent before, is a reply all the same. */
function repliesLikeOthers(description: Description): CaseDraft[] {
  const message = operationOf(description, 'message');
  const content = fieldOf(requestFields(description, message), 'content');
  return replies(description).flatMap((rule): CaseDraft[] => {
    const free = freeParameterOf(description, rule);
    if (free === undefined || content === undefined) return [];
    const reply = (as: string, words: string): Step =>
      operate(rule.action, { ...rule.parameters, [free]: words }, { ...OWN_POINT, as });
    return [
      {
        group: 'storage',
        name: `reply-kept-alike-${rule.event}`,
        title: `${rule.event} for a kept reply arrives, even if it equals a reply that was sent before or kept before, or the user's last message`,
        needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress('early'),
          ...conversation(description, OWN_POINT),
          reply('sent', FIRST_WORDS),
          { ...expectReply({ rule, as: 'sent' }, 'early'), setup: true },
          setAddress(null),
          prepare(description, message, {
            ...OWN_POINT,
            body: { kind: 'documented', filled: { [content]: SECOND_WORDS } },
          }),
          reply('like the one before', FIRST_WORDS),
          reply('like the message', SECOND_WORDS),
          setAddress('late'),
          expectReply({ rule, as: 'like the one before' }),
          expectReply({ rule, as: 'like the message' }),
          setAddress(null),
          reply('like a kept one', SECOND_WORDS),
          setAddress('latest'),
          expectReply({ rule, as: 'like a kept one' }, 'latest'),
        ],
      },
    ];
  });
}

const WORDS_TO_ALL = 'We are closed until Monday.';

/** The same words to two users are a reply to each. */
function sameWordsToTwo(description: Description): CaseDraft[] {
  return replies(description).flatMap((rule): CaseDraft[] => {
    const free = freeParameterOf(description, rule);
    if (free === undefined) return [];
    return [
      {
        group: 'storage',
        name: `reply-kept-equal-${rule.event}`,
        title: `${rule.event} arrives for each of two users who are sent the same words while no address is set`,
        needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress(null),
          ...TWO_USERS.flatMap((user) => conversation(description, { ...OWN_POINT, user })),
          ...TWO_USERS.map((user) =>
            operate(
              rule.action,
              { ...rule.parameters, [free]: WORDS_TO_ALL },
              { ...OWN_POINT, user, as: `reply to ${user}` },
            ),
          ),
          ...expectAtAddress(TWO_USERS.map((user) => ({ rule, user, as: `reply to ${user}` }))),
        ],
      },
    ];
  });
}
