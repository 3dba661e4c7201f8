import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  fieldOf,
  operationOf,
  replies,
  requestFields,
} from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { action, actionsOf, closeNeed, inboxNeeds } from '../needs.js';
import type { BodyPlan, UserLabel } from '../request-plan.js';
import { logIn, logOut, look, numbered, OWN_POINT, operate, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft, Need, PresenceStep, SendStep, Step } from '../types.js';

/** More than one page, or than a queue that somebody thought long enough: of twenty, or of fifty. */
const WAITING = 53;
/** Users who have a destination before the log-out. */
const SELECTED = ['a', 'b', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] as const satisfies readonly UserLabel[];
const SEVERAL = [...SELECTED, 'c'] as const satisfies readonly UserLabel[];
/** Messages before the last log-out, each of which reached the employees in another way. */
const EARLIER = ['kept', 'kept too', 'seen', 'seen too', 'waited', 'waited too'];
/** More than one or two: a row of messages is what somebody else may be asked to take over. */
const AT_NO_OTHER = ['first', 'second', 'third'];
const SELECTED_WHILE_OUT = 'selected-while-logged-out';

/** Employees come and go; that moves nobody's conversation and loses nothing (sections 1 and 3), as employees see it. */
export function storedWhileLoggedOut(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = (user: UserLabel = 'a'): Step =>
    prepare(description, operationOf(description, 'select'), { ...OWN_POINT, user });
  const write = (user: UserLabel, ...as: string[]): Step[] =>
    writeInTurn(description, as, { ...OWN_POINT, user });
  const seen = (user: UserLabel, ...holds: string[]): Step =>
    look('present', holds, names, { ...OWN_POINT, user });
  const draft = (name: string, title: string, steps: Step[], more: Need[] = []): CaseDraft => ({
    group: 'storage',
    name,
    title,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }, ...more],
    phase: 'unset',
    steps: [logIn(), ...steps],
  });
  const out = logOut();
  const inAgain = logIn();
  const others = (online: boolean): PresenceStep => ({
    do: 'presence',
    destination: 'other',
    online,
    ...OWN_POINT,
    setup: true,
  });
  const everybody = (online: boolean): Step => ({ ...others(online), destination: 'each' });
  /** What nobody has seen when the conversation is closed, if that is possible. */
  const closedUnseen = (...unseen: string[]): Step[] => [
    ...write('a', 'm1'),
    select(),
    seen('a', 'm1'),
    out,
    ...write('a', ...unseen),
    { ...operate(closeRule(description).action, {}, OWN_POINT), mayBeImpossible: true },
    inAgain,
  ];
  const all = [...EARLIER, 'late', 'late too'];
  /** Several of each kind. */
  const keptBy = (user: UserLabel): string[] =>
    ['1', '2', '3', '4', '5', '6', '7'].map((nth) => `${nth} of ${user}`);
  const wrote = replies(description);
  const waiting = numbered(WAITING);
  const message = operationOf(description, 'message');
  const text = fieldOf(requestFields(description, message), 'content');
  const seenThere = [...names, description.employee.destination];
  const equalBody: BodyPlan = { kind: 'documented', ...(text && { set: { [text]: 'Is anybody there?' } }) };
  return [
    draft(
      SELECTED_WHILE_OUT,
      'Messages after the selection of a destination where nobody is logged in wait for a login',
      [logOut(), select(), ...write('a', ...waiting), logIn(), seen('a', ...waiting)],
    ),
    draft(
      'kept-while-logged-out',
      'Messages of users without a destination wait for the selection while everybody is logged out, whether the login or the selection comes first',
      [
        everybody(false),
        ...['a' as const, 'b' as const].flatMap((user) => write(user, ...keptBy(user))),
        select('a'),
        everybody(true),
        seen('a', ...keptBy('a')),
        look('absent', keptBy('b'), names, { ...OWN_POINT, user: 'b' }),
        select('b'),
        seen('b', ...keptBy('b')),
      ],
    ),
    draft(
      'login-of-several',
      'A login brings the messages of several users, equal ones too, whoever was selected or closed meanwhile; later ones arrive as well',
      [
        ...[...SELECTED, 'd' as const].flatMap((user) => [...write(user, `first of ${user}`), select(user)]),
        seen('d', 'first of d'),
        ...write('c', 'first of c'),
        logOut(),
        ...SEVERAL.flatMap((user) => write(user, `kept of ${user}`, `other of ${user}`)),
        ...SEVERAL.map((user) =>
          prepare(description, message, { ...OWN_POINT, user, body: equalBody }, `equal of ${user}`),
        ),
        select('c'),
        // Whether the employee can do it while logged out is up to the employee's side.
        { ...operate(closeRule(description).action, {}, { ...OWN_POINT, user: 'd' }), leftOpen: true },
        logIn(),
        // Before they write again, which may bring what the login did not.
        ...SEVERAL.map((user) =>
          seen(user, ...['first', 'kept', 'other', 'equal'].map((which) => `${which} of ${user}`)),
        ),
        ...SEVERAL.flatMap((user) => write(user, `later of ${user}`)),
        ...SEVERAL.map((user) =>
          seen(user, ...['first', 'kept', 'other', 'equal', 'later'].map((which) => `${which} of ${user}`)),
        ),
      ],
      [closeNeed(description)],
    ),
    draft(
      'login-in-order',
      'What employees see of a user is in the order sent, once each, however often they log out and in again',
      [
        ...write('a', 'kept', 'kept too'),
        select(),
        ...write('a', 'seen', 'seen too'),
        out,
        ...write('a', 'waited', 'waited too'),
        inAgain,
        { ...look('present', EARLIER, names, OWN_POINT), setup: true },
        out,
        inAgain,
        out,
        ...write('a', 'late', 'late too'),
        inAgain,
        { ...look('present', all, names, OWN_POINT), setup: true },
        look('order', all, names, OWN_POINT),
        look('once', all, names, OWN_POINT),
      ],
    ),
    draft('waiting-through-second-logout', 'Messages wait for a login, however often employees log out', [
      ...write('a', 'kept'),
      select(),
      out,
      ...write('a', ...AT_NO_OTHER),
      out,
      ...write('a', 'fourth'),
      inAgain,
      seen('a', 'kept', ...AT_NO_OTHER, 'fourth'),
    ]),
    draft(
      'selected-after-unseen-close',
      'After a close while messages waited for a login, if that is possible, a selection brings the next ones',
      [
        ...closedUnseen('unseen'),
        ...write('a', 'm2'),
        select(),
        ...write('a', 'm3'),
        seen('a', 'm1', 'm2', 'm3'),
      ],
      [closeNeed(description)],
    ),
    draft(
      'history-of-waiting',
      'Employees see messages of an earlier conversation that had waited for a login',
      [
        ...write('a', 'm1'),
        select(),
        out,
        ...write('a', 'waited', 'waited too'),
        inAgain,
        { ...look('present', ['m1', 'waited', 'waited too'], names, OWN_POINT), setup: true },
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        ...write('a', 'm2'),
        select(),
        seen('a', 'm1', 'waited', 'waited too', 'm2'),
      ],
      [closeNeed(description)],
    ),
    draft(
      'history-of-unseen-close',
      'Employees see what nobody had seen when its conversation was closed, if that is possible',
      [
        ...closedUnseen('unseen', 'unseen too'),
        ...write('a', 'm2'),
        select(),
        seen('a', 'm1', 'unseen', 'unseen too', 'm2'),
      ],
      [closeNeed(description)],
    ),
    draft(
      'selected-through-log-out-elsewhere',
      "A selection outlasts a logout of the employees who have the same user's conversation at another contact point",
      [
        ...writeInTurn(description, ['m1']),
        prepare(description, operationOf(description, 'select')),
        ...write('a', 'o1'),
        select(),
        seen('a', 'o1'),
        out,
        ...writeInTurn(description, ['m2', 'm3']),
        look('present', ['m1', 'm2', 'm3'], names),
        inAgain,
      ],
      // Otherwise the main contact point is the one whose employees log out.
      [{ kind: 'fresh-key' }],
    ),
    draft(
      'waiting-through-refusals',
      'Messages wait for a login through refused messages and selections of their user',
      [
        ...write('a', 'kept'),
        select(),
        out,
        ...write('a', ...AT_NO_OTHER),
        ...(['message', 'select'] as const).flatMap((kind) =>
          refusals(description, operationOf(description, kind)).map(
            (step): SendStep => ({ ...step, request: { ...OWN_POINT, ...step.request } }),
          ),
        ),
        inAgain,
        seen('a', 'kept', ...AT_NO_OTHER),
      ],
    ),
    draft(
      'waiting-through-next-conversation',
      'Messages of two conversations wait for one login, if employees can close while they are logged out',
      [
        ...write('a', 'm1'),
        select(),
        seen('a', 'm1'),
        out,
        ...write('a', 'unseen', 'unseen too'),
        { ...operate(closeRule(description).action, {}, OWN_POINT), mayBeImpossible: true },
        ...write('a', 'kept', 'kept too'),
        select(),
        ...write('a', 'late'),
        inAgain,
        seen('a', 'm1', 'unseen', 'unseen too', 'kept', 'kept too', 'late'),
      ],
      [closeNeed(description)],
    ),
    draft(
      'history-elsewhere-of-unseen-close',
      'Employees of another destination see what nobody had seen when its conversation was closed, if that is possible',
      [
        ...closedUnseen('unseen', 'unseen too'),
        ...write('a', 'm2'),
        others(true),
        prepare(description, operationOf(description, 'select'), { ...OWN_POINT, destination: 'other' }),
        look('present', ['m1', 'unseen', 'unseen too', 'm2'], names, { ...OWN_POINT, destination: 'other' }),
      ],
      [closeNeed(description), { kind: 'two-destinations' }],
    ),
    draft(
      'history-of-kept-unseen-close',
      'Employees see what was kept for the selection and still waited for a login when the conversation was closed, if that is possible',
      [
        out,
        ...write('a', 'kept', 'kept too'),
        select(),
        ...write('a', 'unseen'),
        { ...operate(closeRule(description).action, {}, OWN_POINT), mayBeImpossible: true },
        inAgain,
        ...write('a', 'm2'),
        select(),
        seen('a', 'kept', 'kept too', 'unseen', 'm2'),
      ],
      [closeNeed(description)],
    ),
    ...[
      {
        name: 'waiting-at-no-other',
        title:
          'Messages that wait for a login are shown at no other destination, neither meanwhile nor afterwards',
        before: [out, select()],
      },
      {
        name: 'waiting-after-replies-at-no-other',
        title:
          'Messages that wait for a login after replies are shown at no other destination, neither meanwhile nor afterwards',
        before: [
          select(),
          ...wrote.map((rule) => operate(rule.action, rule.parameters, { ...OWN_POINT, setup: true })),
          out,
        ],
        acts: actionsOf(wrote),
      },
    ].map(({ name, title, before, acts = [] }) =>
      draft(
        name,
        title,
        [
          ...write('a', 'kept', 'kept too'),
          ...before,
          ...write('a', ...AT_NO_OTHER),
          look('absent', ['kept', 'kept too', ...AT_NO_OTHER], seenThere, {
            ...OWN_POINT,
            destination: 'others',
          }),
          inAgain,
          seen('a', 'kept', 'kept too', ...AT_NO_OTHER),
          look('absent', ['kept', 'kept too', ...AT_NO_OTHER], seenThere, {
            ...OWN_POINT,
            destination: 'others',
            settles: true,
          }),
        ],
        [{ kind: 'two-destinations' }, { kind: 'shows', names: seenThere }, ...acts],
      ),
    ),
    draft(
      'kept-not-before-login',
      'Logging out and in again delivers nothing that waits for a selection',
      [
        ...write('a', ...AT_NO_OTHER, 'fourth'),
        out,
        inAgain,
        look('absent', [...AT_NO_OTHER, 'fourth'], seenThere, {
          ...OWN_POINT,
          destination: 'each',
          settles: true,
        }),
      ],
      [{ kind: 'shows', names: seenThere }],
    ),
    draft(
      'kept-not-before-while-former-logged-out',
      'Messages after a close are shown to nobody before the selection, even while the former employees are logged out',
      [
        ...write('a', 'kept'),
        select(),
        { ...look('present', ['kept'], names, OWN_POINT), setup: true },
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        out,
        ...write('a', ...AT_NO_OTHER),
        look('absent', AT_NO_OTHER, seenThere, { ...OWN_POINT, destination: 'each' }),
        inAgain,
        look('absent', AT_NO_OTHER, seenThere, { ...OWN_POINT, destination: 'each', settles: true }),
      ],
      [{ kind: 'shows', names: seenThere }, closeNeed(description)],
    ),
    draft(
      'waiting-through-login-of-others',
      'What waits for a login stays with its destination when employees of another one log in, who were out as well',
      [
        ...write('a', 'kept'),
        select(),
        seen('a', 'kept'),
        out,
        others(false),
        ...write('a', ...AT_NO_OTHER),
        others(true),
        look('absent', AT_NO_OTHER, seenThere, { ...OWN_POINT, destination: 'others', settles: true }),
        inAgain,
        seen('a', 'kept', ...AT_NO_OTHER),
      ],
      [{ kind: 'two-destinations' }, { kind: 'shows', names: seenThere }],
    ),
    draft(
      'replies-while-logged-out',
      'What employees write while they are logged out, if they can, is seen after a login and in the next conversation elsewhere',
      [
        ...write('a', 'm1'),
        select(),
        seen('a', 'm1'),
        out,
        ...wrote.map(
          (rule): Step => ({
            ...operate(rule.action, rule.parameters, { ...OWN_POINT, as: rule.event }),
            mayBeImpossible: true,
          }),
        ),
        inAgain,
        look('present', ['m1'], names, { ...OWN_POINT, replies: wrote.map(({ event }) => event) }),
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        others(true),
        ...write('a', 'm2'),
        prepare(description, operationOf(description, 'select'), { ...OWN_POINT, destination: 'other' }),
        look('present', ['m1', 'm2'], names, {
          ...OWN_POINT,
          destination: 'other',
          replies: wrote.map(({ event }) => event),
        }),
      ],
      [{ kind: 'two-destinations' }, closeNeed(description), ...actionsOf(wrote)],
    ),
    draft(
      'waiting-at-two-destinations',
      'Messages of two conversations wait for a login, each at its destination, if employees can close while they are logged out',
      [
        ...write('a', 'm1'),
        select(),
        seen('a', 'm1'),
        out,
        others(false),
        ...write('a', 'unseen', 'unseen too'),
        { ...operate(closeRule(description).action, {}, OWN_POINT), mayBeImpossible: true },
        ...write('a', 'kept'),
        prepare(description, operationOf(description, 'select'), { ...OWN_POINT, destination: 'other' }),
        ...write('a', ...AT_NO_OTHER),
        inAgain,
        look('absent', ['kept', ...AT_NO_OTHER], seenThere, { ...OWN_POINT, settles: true }),
        others(true),
        look('present', ['kept', ...AT_NO_OTHER], names, { ...OWN_POINT, destination: 'other' }),
      ],
      [{ kind: 'two-destinations' }, { kind: 'shows', names: seenThere }, closeNeed(description)],
    ),
    draft(
      'later-at-no-former',
      'A login at the destination that had an earlier conversation shows nothing of the present one, which is elsewhere',
      [
        ...write('a', 'm1'),
        select(),
        seen('a', 'm1'),
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        others(true),
        ...write('a', ...AT_NO_OTHER),
        prepare(description, operationOf(description, 'select'), { ...OWN_POINT, destination: 'other' }),
        look('present', AT_NO_OTHER, names, { ...OWN_POINT, destination: 'other', setup: true }),
        out,
        ...write('a', 'fourth'),
        inAgain,
        look('absent', [...AT_NO_OTHER, 'fourth'], seenThere, { ...OWN_POINT, settles: true }),
        look('present', [...AT_NO_OTHER, 'fourth'], names, { ...OWN_POINT, destination: 'other' }),
      ],
      [{ kind: 'two-destinations' }, { kind: 'shows', names: seenThere }, closeNeed(description)],
    ),
    draft(
      'history-of-closed-while-logged-out',
      'Employees see an earlier conversation that was closed while everybody was logged out, if that is possible',
      [
        ...write('a', 'm1', 'm2'),
        select(),
        seen('a', 'm1', 'm2'),
        logOut(),
        { ...operate(closeRule(description).action, {}, OWN_POINT), mayBeImpossible: true },
        logIn(),
        ...write('a', 'm3'),
        select(),
        seen('a', 'm1', 'm2', 'm3'),
      ],
      [closeNeed(description)],
    ),
    draft(
      'kept-while-former-logged-out',
      'Messages after a close wait for the next selection, and then for a login, even while the former employees are logged out',
      [
        ...write('a', 'm1'),
        select(),
        seen('a', 'm1'),
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        logOut(),
        ...write('a', 'm2', 'm3'),
        logIn(),
        select(),
        seen('a', 'm1', 'm2', 'm3'),
        operate(closeRule(description).action, {}, { ...OWN_POINT, setup: true }),
        ...write('a', 'm4', 'm5'),
        logOut(),
        select(),
        ...write('a', 'm6', 'm7', 'm8', 'm9'),
        logIn(),
        seen('a', ...numbered(9)),
      ],
      [closeNeed(description)],
    ),
  ];
}
