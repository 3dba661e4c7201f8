import type { Description } from '../../description/types.js';
import { comingAndGoing } from '../coming-and-going.js';
import { closeRule, fieldOf, operationOf, requestFields } from '../description-lookups.js';
import { closeNeed } from '../needs.js';
import type { BodyPlan, UserLabel } from '../request-plan.js';
import { logIn, logOut, numbered, OWN_POINT, operate, prepare } from '../steps.js';
import type { CaseDraft, PresenceStep, SendStep, Step } from '../types.js';

/** Messages to logged-out employees wait for a login, however many, and however often employees come and go (section 1). */
export function waitingForLogin(description: Description): CaseDraft[] {
  return [
    manyWaiting(description),
    keptWhileEverybodyIsOut(description),
    loginOfSeveral(description),
    loginInOrder(description),
    writtenAtLogin(description),
    writtenDuringLogin(description),
    waitingThroughSecondLogOut(description),
  ];
}

/** More than one page, or than a queue that somebody thought long enough: of twenty, fifty, or two to the sixth. */
const WAITING = 67;

function manyWaiting(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  const waiting = numbered(WAITING);
  return draft(
    'selected-while-logged-out',
    'Messages after the selection of a destination where nobody is logged in wait for a login',
    [logOut(), select(), ...write('a', ...waiting), logIn(), see('a', ...waiting)],
  );
}

function keptWhileEverybodyIsOut(description: Description): CaseDraft {
  const { draft, select, write, see, presenceAt } = comingAndGoing(description);
  /** Several of each kind. */
  const keptBy = (user: UserLabel): string[] => numbered(7, '').map((nth) => `${nth} of ${user}`);
  return draft(
    'kept-while-logged-out',
    'Messages of users without a destination wait for the selection while everybody is logged out, whether the login or the selection comes first',
    [
      presenceAt('each', false),
      ...['a' as const, 'b' as const].flatMap((user) => write(user, ...keptBy(user))),
      select('a'),
      presenceAt('each', true),
      see('a', ...keptBy('a')),
      { ...see('b', ...keptBy('b')), judge: 'absent' },
      select('b'),
      see('b', ...keptBy('b')),
    ],
  );
}

/** Users who have a destination before the logout, and with one who gets it meanwhile. */
const SELECTED = ['a', 'b', 'e', 'f', 'g', 'h', 'i', 'j', 'k'] as const satisfies readonly UserLabel[];
const SEVERAL = [...SELECTED, 'c'] as const satisfies readonly UserLabel[];

function loginOfSeveral(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  const message = operationOf(description, 'message');
  const text = fieldOf(requestFields(description, message), 'content');
  const equalBody: BodyPlan = { kind: 'documented', ...(text && { set: { [text]: 'Is anybody there?' } }) };
  return draft(
    'login-of-several',
    'A login brings the messages of several users, equal ones too, whoever was selected or closed meanwhile; later ones arrive as well',
    [
      ...[...SELECTED, 'd' as const].flatMap((user) => [...write(user, `first of ${user}`), select(user)]),
      see('d', 'first of d'),
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
        see(user, ...['first', 'kept', 'other', 'equal'].map((which) => `${which} of ${user}`)),
      ),
      ...SEVERAL.flatMap((user) => write(user, `later of ${user}`)),
      ...SEVERAL.map((user) =>
        see(user, ...['first', 'kept', 'other', 'equal', 'later'].map((which) => `${which} of ${user}`)),
      ),
    ],
    [closeNeed(description)],
  );
}

/** Messages before the last logout, each of which reached the employees in another way. */
const EARLIER = ['kept', 'kept too', 'seen', 'seen too', 'waited', 'waited too'];

function loginInOrder(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  const all = [...EARLIER, 'late', 'late too'];
  return draft(
    'login-in-order',
    'What employees see of a user is in the order sent, once each, however often they log out and in again',
    [
      ...write('a', 'kept', 'kept too'),
      select(),
      ...write('a', 'seen', 'seen too'),
      logOut(),
      ...write('a', 'waited', 'waited too'),
      logIn(),
      { ...see('a', ...EARLIER), setup: true },
      logOut(),
      logIn(),
      logOut(),
      ...write('a', 'late', 'late too'),
      logIn(),
      { ...see('a', ...all), setup: true },
      { ...see('a', ...all), judge: 'order' },
      { ...see('a', ...all), judge: 'once' },
    ],
  );
}

/** The user writes as soon as employees log in, when what waited may still be on its way. */
function writtenAtLogin(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  const waiting = numbered(WAITING);
  const all = ['seen', ...waiting, 'late', 'late too'];
  return draft(
    'written-at-login',
    'Messages sent as soon as employees log in come after those that waited for the login',
    [
      ...write('a', 'seen'),
      select(),
      { ...see('a', 'seen'), setup: true },
      logOut(),
      ...write('a', ...waiting),
      logIn(),
      ...write('a', 'late', 'late too'),
      { ...see('a', ...all), setup: true },
      { ...see('a', ...all), judge: 'order' },
      { ...see('a', ...all), judge: 'once' },
    ],
  );
}

/** Employees log in, or out, while messages are under way: in whichever order they take effect, each message arrives. */
function writtenDuringLogin(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  /** Begins this much later than the first of them, as a share of the time that a message takes. */
  const begins = <T extends PresenceStep | SendStep>(part: number, step: T, what: string): T => ({
    ...step,
    beside: true,
    lag: { behind: `before ${what}`, parts: [part] },
  });
  const during = (change: PresenceStep, what: string): Step[] => [
    ...write('a', `before ${what}`).map((step) => ({ ...step, beside: true as const })),
    begins(0.5, change, what),
    ...write('a', `at ${what}`).map((step) => begins(1, step, what)),
    ...write('a', `just after ${what}`).map((step) => begins(2, step, what)),
    // Waits for all of them.
    ...write('a', `after ${what}`),
  ];
  const all = [
    'seen',
    'waiting',
    ...namesOf(during(logIn(), 'login')),
    ...namesOf(during(logOut(), 'logout')),
  ];
  return draft('written-during-login', 'Messages sent while employees log in, or out, reach them', [
    ...write('a', 'seen'),
    select(),
    { ...see('a', 'seen'), setup: true },
    logOut(),
    ...write('a', 'waiting'),
    ...during(logIn(), 'login'),
    ...during(logOut(), 'logout'),
    logIn(),
    see('a', ...all),
  ]);
}

function namesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => ('as' in step && step.as !== undefined ? [step.as] : []));
}

function waitingThroughSecondLogOut(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  return draft(
    'waiting-through-second-logout',
    'Messages wait for a login, however often employees log out',
    [
      ...write('a', 'kept'),
      select(),
      logOut(),
      ...write('a', 'first', 'second', 'third'),
      logOut(),
      ...write('a', 'fourth'),
      logIn(),
      see('a', 'kept', 'first', 'second', 'third', 'fourth'),
    ],
  );
}
