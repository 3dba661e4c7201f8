import type { Description } from '../../description/types.js';
import { comingAndGoing } from '../coming-and-going.js';
import { replies } from '../description-lookups.js';
import { actionsOf, closeNeed } from '../needs.js';
import { logIn, logOut, OWN_POINT, perform } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** Which destination shows what, while its employees or those of another one are logged out (sections 1 and 3). */
export function loggedOutDestinations(description: Description): CaseDraft[] {
  return [
    ...waitingAtNoOther(description),
    keptThroughLogin(description),
    keptWhileFormerAreOut(description),
    waitingThroughLoginOfOthers(description),
    repliesWhileLoggedOut(description),
    waitingAtTwoDestinations(description),
    waitingAtFormerDestination(description),
    laterAtNoFormer(description),
  ];
}

const TWO_DESTINATIONS: Need = { kind: 'two-destinations' };
/** More than one or two: a row of messages is what somebody else may be asked to take over. */
const SEVERAL = ['first', 'second', 'third'];

function waitingAtNoOther(description: Description): CaseDraft[] {
  const { draft, select, write, see, seeNone, showsDestination } = comingAndGoing(description);
  const wrote = replies(description);
  return [
    {
      name: 'waiting-at-no-other',
      title:
        'Messages that wait for a login are shown at no other destination, neither meanwhile nor afterwards',
      before: [logOut(), select()],
    },
    {
      name: 'waiting-after-replies-at-no-other',
      title:
        'Messages that wait for a login after replies are shown at no other destination, neither meanwhile nor afterwards',
      before: [select(), ...wrote.map((rule) => perform(rule, { ...OWN_POINT, setup: true })), logOut()],
      acts: actionsOf(wrote),
    },
  ].map(({ name, title, before, acts = [] }) =>
    draft(
      name,
      title,
      [
        ...write('a', 'kept', 'kept too'),
        ...before,
        ...write('a', ...SEVERAL),
        seeNone(['kept', 'kept too', ...SEVERAL], { destination: 'others' }),
        logIn(),
        see('a', 'kept', 'kept too', ...SEVERAL),
        seeNone(['kept', 'kept too', ...SEVERAL], { destination: 'others', settles: true }),
      ],
      [TWO_DESTINATIONS, showsDestination, ...acts],
    ),
  );
}

function keptThroughLogin(description: Description): CaseDraft {
  const { draft, write, seeNone, showsDestination } = comingAndGoing(description);
  return draft(
    'kept-not-before-login',
    'Logging out and in again delivers nothing that waits for a selection',
    [
      ...write('a', ...SEVERAL, 'fourth'),
      logOut(),
      logIn(),
      seeNone([...SEVERAL, 'fourth'], { destination: 'each', settles: true }),
    ],
    [showsDestination],
  );
}

function keptWhileFormerAreOut(description: Description): CaseDraft {
  const { draft, select, write, close, see, seeNone, showsDestination } = comingAndGoing(description);
  return draft(
    'kept-not-before-while-former-logged-out',
    'Messages after a close are shown to nobody before the selection, even while the former employees are logged out',
    [
      ...write('a', 'kept'),
      select(),
      { ...see('a', 'kept'), setup: true },
      close(),
      logOut(),
      ...write('a', ...SEVERAL),
      seeNone(SEVERAL, { destination: 'each' }),
      logIn(),
      seeNone(SEVERAL, { destination: 'each', settles: true }),
    ],
    [showsDestination, closeNeed(description)],
  );
}

function waitingThroughLoginOfOthers(description: Description): CaseDraft {
  const { draft, select, write, see, seeNone, presenceAt, showsDestination } = comingAndGoing(description);
  return draft(
    'waiting-through-login-of-others',
    'What waits for a login stays with its destination when employees of another one log in, who were out as well',
    [
      ...write('a', 'kept'),
      select(),
      see('a', 'kept'),
      logOut(),
      presenceAt('other', false),
      ...write('a', ...SEVERAL),
      presenceAt('other', true),
      seeNone(SEVERAL, { destination: 'others', settles: true }),
      logIn(),
      see('a', 'kept', ...SEVERAL),
    ],
    [TWO_DESTINATIONS, showsDestination],
  );
}

function repliesWhileLoggedOut(description: Description): CaseDraft {
  const { draft, select, selectOther, write, close, see, seeAtOther, presenceAt } =
    comingAndGoing(description);
  const wrote = replies(description);
  const written = wrote.map(({ event }) => event);
  return draft(
    'replies-while-logged-out',
    'What employees write while they are logged out, if they can, is seen after a login and in the next conversation elsewhere',
    [
      ...write('a', 'm1'),
      select(),
      see('a', 'm1'),
      logOut(),
      ...wrote.map(
        (rule): Step => ({
          ...perform(rule, { ...OWN_POINT, as: rule.event }),
          mayBeImpossible: true,
        }),
      ),
      logIn(),
      { ...see('a', 'm1'), replies: written },
      close(),
      presenceAt('other', true),
      ...write('a', 'm2'),
      selectOther(),
      { ...seeAtOther('m1', 'm2'), replies: written },
    ],
    [TWO_DESTINATIONS, closeNeed(description), ...actionsOf(wrote)],
  );
}

/** User `a` leaves messages unseen at a destination, and several more at another one: both wait for a login. */
function waitAtBoth(description: Description): Step[] {
  const { select, selectOther, write, closeIfPossible, see, presenceAt } = comingAndGoing(description);
  return [
    ...write('a', 'm1'),
    select(),
    see('a', 'm1'),
    logOut(),
    presenceAt('other', false),
    ...write('a', 'unseen', 'unseen too'),
    closeIfPossible(),
    ...write('a', 'kept'),
    selectOther(),
    ...write('a', ...SEVERAL),
  ];
}

function waitingAtTwoDestinations(description: Description): CaseDraft {
  const { draft, seeAtOther, seeNone, presenceAt, showsDestination } = comingAndGoing(description);
  return draft(
    'waiting-at-two-destinations',
    'Messages of two conversations wait for a login, each at its destination, if employees can close while they are logged out',
    [
      ...waitAtBoth(description),
      logIn(),
      seeNone(['kept', ...SEVERAL], { settles: true }),
      presenceAt('other', true),
      seeAtOther('kept', ...SEVERAL),
    ],
    [TWO_DESTINATIONS, showsDestination, closeNeed(description)],
  );
}

/** Recommended only: a service may keep what nobody saw of a closed conversation for the history of the next one. */
function waitingAtFormerDestination(description: Description): CaseDraft {
  const { draft, see } = comingAndGoing(description);
  return {
    ...draft(
      'waiting-at-former-destination',
      'A login at the former destination shows what waited there, while the next conversation waits at another one, if employees can close while they are logged out',
      [...waitAtBoth(description), logIn(), see('a', 'm1', 'unseen', 'unseen too')],
      [TWO_DESTINATIONS, closeNeed(description)],
    ),
    level: 'expected',
  };
}

function laterAtNoFormer(description: Description): CaseDraft {
  const { draft, select, selectOther, write, close, see, seeAtOther, seeNone, presenceAt, showsDestination } =
    comingAndGoing(description);
  return draft(
    'later-at-no-former',
    'A login at the destination that had an earlier conversation shows nothing of the present one, which is elsewhere',
    [
      ...write('a', 'm1'),
      select(),
      see('a', 'm1'),
      close(),
      presenceAt('other', true),
      ...write('a', ...SEVERAL),
      selectOther(),
      { ...seeAtOther(...SEVERAL), setup: true },
      logOut(),
      ...write('a', 'fourth'),
      logIn(),
      seeNone([...SEVERAL, 'fourth'], { settles: true }),
      seeAtOther(...SEVERAL, 'fourth'),
    ],
    [TWO_DESTINATIONS, showsDestination, closeNeed(description)],
  );
}
