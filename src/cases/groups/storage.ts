import { textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  contentFields,
  type EmployeeEvent,
  operationOf,
  operationsOf,
  replies,
  shownFields,
} from '../description-lookups.js';
import { namedRefusals, refusals } from '../faulty-requests.js';
import { action, actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeConversation,
  conversation,
  expectEventOf,
  logIn,
  logOut,
  look,
  operate,
  prepare,
  sampleReplies,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, InboxStep, Step } from '../types.js';
import { seenAndEnded } from './employee.js';
import { keptEvents } from './kept-replies.js';

/** What the system keeps until it can be delivered (sections 1, 3, 6 and 8). */
export function storage(description: Description): CaseDraft[] {
  return [
    ...operationsOf(description, 'message').flatMap((operation) => [
      ...kept(description, operation),
      keptAgain(description, operation),
      loggedOut(description, operation),
      earlierConversations(description, operation),
    ]),
    loggedOutAtEach(description),
    ...replies(description).flatMap((reply) => storedReplies(description, reply)),
    ...keptEvents(description),
    ...mixedReplies(description),
    ...longReplies(description),
  ];
}

const STORAGE = 'storage' as const;
const THREE = ['m1', 'm2', 'm3'];

function messages(description: Description, operation: string, names: string[]): Step[] {
  return names.map((as) => prepare(description, operation, {}, as));
}

/** Messages before the selection: not seen earlier; then all of them, in order, once, unchanged. */
function kept(description: Description, operation: string): CaseDraft[] {
  const names = contentFields(description, operation);
  const select = prepare(description, operationOf(description, 'select'));
  const inbox = (judge: InboxStep['judge'], shownNames: string[]): InboxStep =>
    look(judge, THREE, shownNames);
  const draft = (name: string, title: string, steps: Step[], more: string[] = []): CaseDraft => ({
    group: STORAGE,
    name: `kept-${name}`,
    operation,
    title: `${operation} messages before the selection ${title}`,
    needs: inboxNeeds([...names, ...more]),
    steps,
  });
  const sent = messages(description, operation, THREE);
  // A case of its own, because an inbox may not show it.
  const details = shownFields(description, operation).filter((name) => !names.includes(name));
  const arrived: Step = { ...inbox('present', names), setup: true };
  return [
    draft('not-before', 'are not seen before it', [...sent, { ...inbox('absent', names), settles: true }]),
    draft('all', 'all reach the employee after it, unchanged', [...sent, select, inbox('present', names)]),
    ...details.map((name) =>
      draft(
        `with-${name}`,
        `keep their ${name}`,
        [...sent, select, arrived, inbox('present', [name])],
        [name],
      ),
    ),
    draft('in-order', 'reach the employee in the order sent', [
      ...sent,
      select,
      arrived,
      inbox('order', names),
    ]),
    draft('equal', 'all reach the employee even if they are equal', [
      prepare(description, operation, {}, 'm1'),
      prepare(description, operation, { body: { kind: 'documented', like: 'm1' } }, 'm2'),
      select,
      { ...inbox('present', names), holds: ['m1', 'm2'] },
    ]),
    draft('once', 'reach the employee once each', [...sent, select, arrived, inbox('once', names)]),
  ];
}

/** The close ends the selection: whoever had the conversation before does not see the next one begin. */
function keptAgain(description: Description, operation: string): CaseDraft {
  const refused = namedRefusals(description, operation, refusals(description, operation));
  const names = contentFields(description, operation);
  return {
    group: STORAGE,
    name: 'kept-not-before-again',
    operation,
    title: `${operation} messages after a close are not seen before the next selection; refused ones are never shown`,
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...seenAndEnded(description, operation),
      ...refused,
      ...messages(description, operation, THREE),
      look('absent', [...refused.flatMap(({ as }) => as ?? []), ...THREE], names, { settles: true }),
    ],
  };
}

function loggedOut(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const key = { key: 'unset' as const };
  return {
    group: STORAGE,
    name: 'employee-logged-out',
    operation,
    title: `What ${operation} sends to logged-out employees, before and after the selection, reaches them after login`,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logOut(),
      prepare(description, operation, key, 'kept'),
      prepare(description, operationOf(description, 'select'), key),
      prepare(description, operation, key, 'first'),
      prepare(description, operation, key, 'second'),
      logIn(),
      {
        do: 'inbox',
        user: 'a',
        destination: 'chosen',
        key: 'unset',
        holds: ['kept', 'first', 'second'],
        judge: 'present',
        names,
      },
    ],
  };
}

/** The same with texts and files, at every destination. */
function loggedOutAtEach(description: Description): CaseDraft {
  const names = allContentFields(description);
  const key = 'unset' as const;
  return {
    group: STORAGE,
    name: 'logged-out-at-each-destination',
    title: 'Messages of all kinds to logged-out employees of any destination reach them after login',
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    eachDestination: key,
    steps: [
      logOut(),
      ...writeInTurn(description, ['k1', 'k2'], { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      ...writeInTurn(description, ['m1', 'm2'], { key }),
      logIn(),
      look('present', ['k1', 'k2', 'm1', 'm2'], names, { key }),
    ],
  };
}

function earlierConversations(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const { action: close } = closeRule(description);
  const select = prepare(description, operationOf(description, 'select'));
  return {
    group: STORAGE,
    name: 'earlier-conversations',
    operation,
    title: `An employee who receives a new conversation sees the user's earlier ones (${operation})`,
    needs: [...inboxNeeds(names), WEBHOOK, action(close)],
    steps: [
      ...messages(description, operation, ['earlier']),
      select,
      look('present', ['earlier'], names, { setup: true }),
      ...closeConversation(description),
      ...messages(description, operation, ['later']),
      select,
      look('present', ['earlier', 'later'], names),
    ],
  };
}

/** How close replies come to their age limit: a clock may be some minutes off, and a run takes a few as well. */
const NEAR_LIMIT_HOURS = 1 / 4;
/** Time that passes meanwhile makes an old reply older only. */
const JUST_OVER_HOURS = 1 / 16;

/** Several replies while no webhook address is set, and their age limit. */
function storedReplies(description: Description, rule: EmployeeEvent): CaseDraft[] {
  const { event, action: name, parameters, carries } = rule;
  const { action: close } = closeRule(description);
  const values = sampleReplies(description);
  const key = { key: 'unset' as const };
  const hours = description.limits.replyRetentionHours;
  const draft = (
    suffix: string,
    title: string,
    phase: 'unset' | 'clock',
    [acts, due]: [acts: Step[], due: Step[]],
    before: Step[] = [],
  ): CaseDraft => ({
    group: STORAGE,
    name: `${suffix}-${event}`,
    title: `${event} ${title}`,
    needs: [
      WEBHOOK,
      action(name),
      { kind: 'unset-address' },
      ...(phase === 'clock' ? [action('advance_clock')] : []),
      ...(before.length > 0 ? [action(close)] : []),
    ],
    phase,
    steps: [
      setAddress(null),
      ...before,
      ...conversation(description, key),
      ...(phase === 'clock' ? conversation(description, { ...key, user: 'b' }) : []),
      ...acts,
      setAddress('late'),
      ...due,
    ],
  });
  const act = (as: string, user: UserLabel = 'a', said = parameters): Step =>
    operate(name, said, { ...key, user, as });
  const late = (of: string, user: UserLabel = 'a'): ExpectEventStep =>
    expectEventOf({ event, carries }, of, { user, address: 'late' });
  // So that the older replies are made an hour after the beginning, when other cases stop as well.
  const last = hours + 1 + NEAR_LIMIT_HOURS;
  /**
   * The clock of the service passes the limit; the replies are made this many hours before, and then whatever is done
   * `later`.
   */
  const aged = (wait: number, later: Step[] = []): Step[] => [
    { do: 'clock', hours: last - wait },
    act('act'),
    act('other', 'b'),
    // With values of the pools, the first of which are not ASCII.
    act('again', 'b', values.next(rule)),
    ...later,
    { do: 'clock', hours: last },
  ];
  const stays = (of: string, user: UserLabel = 'a'): ExpectEventStep => ({
    do: 'expect-event',
    event,
    user,
    times: 0,
    address: 'late',
    settles: true,
    surplus: `A reply kept for more than ${hours} hours was sent all the same.`,
    carries: { of, parameters: carries },
  });
  const users = ['a', 'b'] as const;
  const closes = users.map((user): Step => ({ ...operate(close, {}, { ...key, user }), setup: true }));
  const earlier = [...users.flatMap((user) => conversation(description, { ...key, user })), ...closes];
  const younger = [late('act'), late('other', 'b'), late('again', 'b')];
  const older = [stays('act'), stays('other', 'b'), stays('again', 'b')];
  return [
    draft('reply-kept', 'for every reply made while no address is set arrives once one is set', 'unset', [
      [act('first'), act('second')],
      [late('first'), late('second')],
    ]),
    draft(
      'reply-kept-apart',
      'for each of two replies arrives once an address is set, though an hour has passed between them',
      'clock',
      [
        [{ do: 'clock', hours: last - 2 }, act('first'), { do: 'clock', hours: last - 1 }, act('second')],
        [late('first'), late('second')],
      ],
    ),
    draft(
      'reply-younger',
      `for a kept reply younger than ${hours} hours arrives once an address is set`,
      'clock',
      [aged(hours - NEAR_LIMIT_HOURS), younger],
    ),
    draft(
      'reply-older',
      `for a kept reply older than ${hours} hours does not arrive, but one for a younger reply to the same user does`,
      'clock',
      [
        aged(hours + JUST_OVER_HOURS, [
          { do: 'clock', hours: last - hours + NEAR_LIMIT_HOURS },
          act('young'),
        ]),
        [late('young'), ...older],
      ],
    ),
    draft(
      'reply-later-younger',
      `for a reply younger than ${hours} hours, kept in a second conversation that has been closed since, arrives once an address is set`,
      'clock',
      [aged(hours - NEAR_LIMIT_HOURS, closes), younger],
      earlier,
    ),
    draft(
      'reply-later-older',
      `for a reply older than ${hours} hours that was kept in a second conversation does not arrive`,
      'clock',
      [aged(hours + JUST_OVER_HOURS), older],
      earlier,
    ),
  ];
}

/** Replies of each kind to two users, in turn and with values of the pools, wait for an address; then the conversation goes on. */
function mixedReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  const key = { key: 'unset' as const };
  const values = sampleReplies(description);
  const acts = (['a', 'b'] as const).flatMap((user) =>
    [...kinds, ...kinds, ...kinds].map((rule, at) => ({
      user,
      rule,
      as: `${rule.event} ${at + 1} to ${user}`,
    })),
  );
  const later = kinds.map((rule) => ({ user: 'b' as const, rule, as: `${rule.event} later` }));
  const act = ({ user, rule, as }: (typeof acts)[number]): Step =>
    operate(rule.action, values.next(rule), { ...key, user, as });
  const equals = kinds.map((rule) => ({
    rule,
    same: values.next(rule),
    names: [1, 2].map((at) => `${rule.event} repeated ${at}`),
  }));
  const late = ({ user, rule, as }: (typeof acts)[number]): Step =>
    expectEventOf(rule, as, { user, address: 'late' });
  const inWhichOrder = (user: UserLabel): Step => ({
    do: 'observe-order',
    user,
    of: acts
      .filter((act) => act.user === user)
      .map(({ rule: { event, carries }, as }) => ({ event, as, carries })),
    gap: 'kept-replies-order',
  });
  return kinds.length === 0
    ? []
    : [
        {
          group: STORAGE,
          name: 'reply-kept-mixed',
          title:
            'Several replies of each kind to two users, equal ones among them, made while no address is set, arrive unchanged once one is set; so do later ones',
          needs: [WEBHOOK, ...actionsOf(kinds), { kind: 'unset-address' }],
          phase: 'unset',
          steps: [
            setAddress(null),
            ...conversation(description, key),
            ...conversation(description, { ...key, user: 'b' }),
            ...acts.map(act),
            ...equals.flatMap(({ rule, same, names }) =>
              names.map((as) => operate(rule.action, same, { ...key, as })),
            ),
            setAddress('late'),
            ...acts.map(late),
            ...equals.flatMap(({ rule, names }) =>
              names
                .slice(-1)
                .map(
                  (as): Step => ({ ...expectEventOf(rule, as, { address: 'late' }), times: names.length }),
                ),
            ),
            ...(['a', 'b'] as const).map(inWhichOrder),
            ...later.map(act),
            ...later.map(late),
          ],
        },
      ];
}

/** What waits for an address is not cut meanwhile. Whether employees can write that much is up to their application. */
function longReplies(description: Description): CaseDraft[] {
  const key = { key: 'unset' as const };
  const { freeParameters, texts } = description.samples;
  const long = Object.values(texts).flatMap((sample) => {
    const text = textOf(sample);
    return text.length >= LONG && text.length <= LONGEST ? [text] : [];
  });
  return replies(description).flatMap((rule): CaseDraft[] => {
    const { event, action: name, parameters, carries } = rule;
    const free = carries.find((parameter) => freeParameters.includes(parameter));
    if (free === undefined || long.length === 0) return [];
    const names = long.map((_, at) => `reply ${at + 1}`);
    return [
      {
        group: STORAGE,
        name: `reply-kept-long-${event}`,
        title: `${event} carries a long ${free} unchanged if it was written while no address was set`,
        needs: [WEBHOOK, action(name), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress(null),
          ...conversation(description, key),
          ...names.map(
            (as, at): Step => ({
              ...operate(name, { ...parameters, [free]: long[at] }, { ...key, as }),
              setup: true,
              mayBeImpossible: true,
            }),
          ),
          setAddress('late'),
          ...names.map((as) => expectEventOf(rule, as, { address: 'late' })),
        ],
      },
    ];
  });
}

/** Characters: more than a short column holds, and not so much that it might be refused for its length alone. */
const LONG = 256;
const LONGEST = 20_000;
