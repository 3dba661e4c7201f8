import type { Description } from '../../description/types.js';
import { closeRule, type EmployeeEvent, operationOf, replies } from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { action, actionsOf, closeNeed, WEBHOOK } from '../needs.js';
import { expectAtAddress, type NamedReply, repliesInTurn, writeReplies } from '../reply-steps.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeAtOwnPoint,
  conversation,
  ifPossible,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  prepare,
  sampleReplies,
  setAddress,
} from '../steps.js';
import type { CaseDraft, Need, SendStep, Step } from '../types.js';

/** Replies wait for an address wherever and to whomever they were written: in any conversation, to many users (section 1). */
export function keptRepliesAnywhere(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  return [
    whileLoggedOut(description, kinds),
    atOtherDestination(description, kinds),
    whateverBefore(description, kinds),
    beforeWriting(description, kinds),
    forSameAddress(description, kinds),
    ...ofTwoConversations(description, kinds),
    ofManyUsers(description, kinds),
  ];
}

/** What the replies alone need, unless `needs` says more. */
function draft(
  description: Description,
  { name, title, steps, needs }: Pick<CaseDraft, 'name' | 'title' | 'steps'> & { needs?: Need[] },
): CaseDraft {
  return {
    group: 'storage',
    name: `reply-kept-${name}`,
    title,
    needs: needs ?? [WEBHOOK, ...actionsOf(replies(description)), { kind: 'unset-address' }],
    phase: 'unset',
    steps,
  };
}

/** A reply of each kind, named by its event. */
function byEvent(kinds: readonly EmployeeEvent[]): NamedReply[] {
  return kinds.map((rule) => ({ rule, as: rule.event }));
}

/** The same, unless the employee's side does not allow it here. */
function writeIfPossible(kinds: readonly EmployeeEvent[]): Step[] {
  return writeReplies(byEvent(kinds)).map(ifPossible);
}

/** Whether employees can reply once they have logged out is up to the employee's side. */
function whileLoggedOut(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  return draft(description, {
    name: 'while-logged-out',
    title:
      'Replies made while everybody is logged out, if possible, and no address is set arrive once one is set',
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, ...actionsOf(kinds)],
    steps: [
      setAddress(null),
      logIn(),
      ...conversation(description, OWN_POINT),
      logOut(),
      ...writeIfPossible(kinds),
      logIn(),
      ...expectAtAddress(byEvent(kinds)),
    ],
  });
}

/** In a second conversation, and at another destination. */
function atOtherDestination(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const kept = (['a', 'b'] as const).flatMap((user, destination) =>
    kinds.map((rule) => ({ user, destination, rule, as: `${rule.event} to ${user}` })),
  );
  return draft(description, {
    name: 'elsewhere',
    title:
      'Replies in a second conversation and at another destination, made while no address is set, arrive once one is set',
    needs: [
      WEBHOOK,
      { kind: 'two-destinations' },
      closeNeed(description),
      ...actionsOf(kinds),
      { kind: 'unset-address' },
    ],
    steps: [
      setAddress(null),
      ...conversation(description, OWN_POINT),
      closeAtOwnPoint(description),
      ...conversation(description, OWN_POINT),
      ...conversation(description, { ...OWN_POINT, user: 'b', destination: 'other' }),
      ...kept.flatMap(({ destination, ...reply }) =>
        writeReplies([reply]).map((step): Step => ({ ...step, destination })),
      ),
      ...expectAtAddress(kept),
    ],
  });
}

/** An address whose query must be kept. */
const WITH_QUERY = 'late?part=1&v=2';

/** Three users of one contact point: a usual one, one of whom requests were refused, and one in a second conversation. */
function whateverBefore(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const { action: close } = closeRule(description);
  const values = sampleReplies(description);
  const of = (user: UserLabel): { key: 'unset'; user: UserLabel } => ({ ...OWN_POINT, user });
  const kept = (['a', 'b', 'c'] as const).flatMap((user) =>
    kinds.map((rule) => ({ user, rule, as: `${rule.event} to ${user}` })),
  );
  const refused = refusals(description, operationOf(description, 'message')).map(
    (step): SendStep => ({ ...step, request: { ...of('b'), ...step.request }, setup: true }),
  );
  return draft(description, {
    name: 'whatever-before',
    title:
      'Replies to several users, made while no address is set, arrive once one is set, after refused requests and in a second conversation, too',
    needs: [WEBHOOK, action(close), ...actionsOf(kinds), { kind: 'unset-address' }],
    steps: [
      setAddress(null),
      ...conversation(description, of('a')),
      ...conversation(description, of('b')),
      ...refused,
      ...conversation(description, of('c')),
      { ...operate(close, {}, of('c')), setup: true },
      ...conversation(description, of('c')),
      // In the second conversation with values of the pools, the first of which are not ASCII.
      ...kept.map(({ user, rule, as }) =>
        operate(rule.action, user === 'c' ? values.next(rule) : rule.parameters, { ...of(user), as }),
      ),
      ...expectAtAddress(kept, WITH_QUERY),
    ],
  });
}

/** Whether employees can write to a user who has not written is up to the employee's side. */
function beforeWriting(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  return draft(description, {
    name: 'before-writing',
    title:
      'Replies to a user who has not written yet, if possible, made while no address is set, arrive once one is set',
    steps: [
      setAddress(null),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      ...writeIfPossible(kinds),
      ...expectAtAddress(byEvent(kinds)),
    ],
  });
}

/** The address is taken away, and the very same one is set again. */
function forSameAddress(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const address = 'late';
  const kept = kinds.map((rule) => ({ rule, as: `reply of ${rule.event}` }));
  return draft(description, {
    name: 'for-same-address',
    title: 'Replies made while no address is set arrive once the address is set that was taken away',
    steps: [
      setAddress(address),
      ...conversation(description, OWN_POINT),
      setAddress(null),
      ...writeReplies(kept),
      ...expectAtAddress(kept, address),
    ],
  });
}

/** Those of an earlier conversation wait beside those of the current one, at the same destination or at another. */
function ofTwoConversations(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft[] {
  const [first, second] = ['first', 'second'].map((when) =>
    kinds.map((rule) => ({ rule, as: `${when} ${rule.event}` })),
  ) as [NamedReply[], NamedReply[]];
  const ofTwo = (
    name: string,
    title: string,
    { needs = [], next, replies }: { needs?: Need[]; next: Step[]; replies: Step[] },
  ): CaseDraft =>
    draft(description, {
      name,
      title,
      needs: [WEBHOOK, ...needs, closeNeed(description), ...actionsOf(kinds), { kind: 'unset-address' }],
      steps: [
        setAddress(null),
        ...conversation(description, OWN_POINT),
        ...writeReplies(first),
        closeAtOwnPoint(description),
        ...next,
        ...replies,
        ...expectAtAddress([...first, ...second]),
      ],
    });
  return [
    ofTwo(
      'of-two-conversations',
      'Replies of two conversations, made while no address is set, all arrive once one is set',
      { next: conversation(description, OWN_POINT), replies: writeReplies(second) },
    ),
    ofTwo(
      'of-two-destinations',
      'Replies of two destinations to one user, made while no address is set, all arrive once one is set',
      {
        needs: [{ kind: 'two-destinations' }],
        next: conversation(description, { ...OWN_POINT, destination: 'other' }),
        replies: writeReplies(second).map((step): Step => ({ ...step, destination: 1 })),
      },
    ),
  ];
}

/** Users whose replies wait at once: more than a short list holds. */
const ANSWERED = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
] as const satisfies readonly UserLabel[];

/** Everybody's replies wait, however many others have some. */
function ofManyUsers(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const kept = repliesInTurn(kinds, ANSWERED.length).map((reply, at): NamedReply => {
    const user = ANSWERED[at] as UserLabel;
    return { ...reply, user, as: `reply to ${user}` };
  });
  return draft(description, {
    name: 'of-many-users',
    title: `Replies to ${ANSWERED.length} users, made while no address is set, all arrive once one is set`,
    steps: [
      setAddress(null),
      ...ANSWERED.flatMap((user) => conversation(description, { ...OWN_POINT, user })),
      ...writeReplies(kept),
      ...expectAtAddress(kept),
    ],
  });
}
