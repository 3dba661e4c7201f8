import type { Description } from '../../description/types.js';
import { comingAndGoing } from '../coming-and-going.js';
import { allContentFields, operationOf } from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { closeNeed } from '../needs.js';
import { logIn, logOut, look, numbered, OWN_POINT, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/**
 * Neither a close nor anything else takes away what waits for a login: it is seen then, or as an earlier conversation
 * (sections 1 and 3).
 */
export function outlastingLogOuts(description: Description): CaseDraft[] {
  return [
    selectedAfterUnseenClose(description),
    historyOfWaiting(description),
    historyOfUnseenClose(description),
    selectedThroughOtherLogOut(description),
    selectedThroughSecondLogin(description),
    seenOnceThroughSecondLogin(description),
    waitingThroughRefusals(description),
    ...selectedWhileOthersLoggedOut(description),
    waitingThroughNextConversation(description),
    unseenCloseAtOtherDestination(description),
    keptThenClosedUnseen(description),
  ];
}

/** Employees close conversations, or have closed them, while they are logged out (sections 1 and 3). */
export function closesWhileLoggedOut(description: Description): CaseDraft[] {
  return [historyOfLoggedOutClose(description), keptWhileFormerLoggedOut(description)];
}

/** A close, if it is possible, while what nobody has seen waits; then a login. */
function closeUnseen(description: Description, ...unseen: string[]): Step[] {
  const { write, select, see, closeIfPossible } = comingAndGoing(description);
  return [
    ...write('a', 'm1'),
    select(),
    see('a', 'm1'),
    logOut(),
    ...write('a', ...unseen),
    closeIfPossible(),
    logIn(),
  ];
}

function selectedAfterUnseenClose(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  return draft(
    'selected-after-unseen-close',
    'After a close while messages waited for a login, if that is possible, a selection brings the next ones',
    [
      ...closeUnseen(description, 'unseen'),
      ...write('a', 'm2'),
      select(),
      ...write('a', 'm3'),
      see('a', 'm1', 'm2', 'm3'),
    ],
    [closeNeed(description)],
  );
}

function historyOfWaiting(description: Description): CaseDraft {
  const { draft, select, write, close, see } = comingAndGoing(description);
  return draft(
    'history-of-waiting',
    'Employees see messages of an earlier conversation that had waited for a login',
    [
      ...write('a', 'm1'),
      select(),
      logOut(),
      ...write('a', 'waited', 'waited too'),
      logIn(),
      { ...see('a', 'm1', 'waited', 'waited too'), setup: true },
      close(),
      ...write('a', 'm2'),
      select(),
      see('a', 'm1', 'waited', 'waited too', 'm2'),
    ],
    [closeNeed(description)],
  );
}

function historyOfUnseenClose(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  return draft(
    'history-of-unseen-close',
    'Employees see what nobody had seen when its conversation was closed, if that is possible',
    [
      ...closeUnseen(description, 'unseen', 'unseen too'),
      ...write('a', 'm2'),
      select(),
      see('a', 'm1', 'unseen', 'unseen too', 'm2'),
    ],
    [closeNeed(description)],
  );
}

/** Who is logged in elsewhere at the contact point makes no difference. */
function selectedWhileOthersLoggedOut(description: Description): CaseDraft[] {
  const { draft, select, selectOther, write, see, seeAtOther, presenceAt } = comingAndGoing(description);
  const title = (who: string, others: string): string =>
    `Messages reach the employees of ${who} while those of ${others} are logged out`;
  return [
    draft(
      'selected-while-other-logged-out',
      title('the chosen destination', 'another one'),
      [
        presenceAt('other', false),
        ...write('a', 'm1'),
        select(),
        ...write('a', 'm2', 'm3'),
        see('a', 'm1', 'm2', 'm3'),
        presenceAt('other', true),
      ],
      [{ kind: 'two-destinations' }],
    ),
    draft(
      'selected-while-first-logged-out',
      title('another destination', 'the one that others choose'),
      [
        presenceAt('other', true),
        logOut(),
        ...write('a', 'm1'),
        selectOther(),
        ...write('a', 'm2', 'm3'),
        seeAtOther('m1', 'm2', 'm3'),
        logIn(),
      ],
      [{ kind: 'two-destinations' }],
    ),
  ];
}

function selectedThroughOtherLogOut(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  return draft(
    'selected-through-log-out-elsewhere',
    "A selection outlasts a logout of the employees who have the same user's conversation at another contact point",
    [
      ...writeInTurn(description, ['m1']),
      prepare(description, operationOf(description, 'select')),
      ...write('a', 'o1'),
      select(),
      see('a', 'o1'),
      logOut(),
      ...writeInTurn(description, ['m2', 'm3']),
      look('present', ['m1', 'm2', 'm3'], allContentFields(description)),
      logIn(),
    ],
    // Otherwise the main contact point is the one whose employees log out.
    [{ kind: 'fresh-key' }],
  );
}

/** A conversation that goes on while employees log in who are already logged in, as on a second device. */
function throughSecondLogin(description: Description): { steps: Step[]; messages: string[] } {
  const { select, write, see } = comingAndGoing(description);
  return {
    messages: ['kept', 'first', 'second', 'third'],
    steps: [
      ...write('a', 'kept'),
      select(),
      ...write('a', 'first'),
      { ...see('a', 'kept', 'first'), setup: true },
      logIn(),
      ...write('a', 'second', 'third'),
    ],
  };
}

function selectedThroughSecondLogin(description: Description): CaseDraft {
  const { draft, see } = comingAndGoing(description);
  const { steps, messages } = throughSecondLogin(description);
  return draft(
    'selected-through-second-login',
    'A selection and its messages outlast a login of employees who are already logged in',
    [...steps, see('a', ...messages)],
  );
}

function seenOnceThroughSecondLogin(description: Description): CaseDraft {
  const { draft, see } = comingAndGoing(description);
  const { steps, messages } = throughSecondLogin(description);
  return draft(
    'once-through-second-login',
    'A login of employees who are already logged in repeats no message',
    [
      ...steps,
      { ...see('a', ...messages), setup: true },
      { ...see('a', ...messages), judge: 'order' },
      { ...see('a', ...messages), judge: 'once' },
    ],
  );
}

function waitingThroughRefusals(description: Description): CaseDraft {
  const { draft, select, write, see } = comingAndGoing(description);
  return draft(
    'waiting-through-refusals',
    'Messages wait for a login through refused messages and selections of their user',
    [
      ...write('a', 'kept'),
      select(),
      logOut(),
      ...write('a', 'first', 'second', 'third'),
      ...(['message', 'select'] as const).flatMap((kind) =>
        refusals(description, operationOf(description, kind)).map(
          (step): SendStep => ({ ...step, request: { ...OWN_POINT, ...step.request } }),
        ),
      ),
      logIn(),
      see('a', 'kept', 'first', 'second', 'third'),
    ],
  );
}

function waitingThroughNextConversation(description: Description): CaseDraft {
  const { draft, select, write, closeIfPossible, see } = comingAndGoing(description);
  return draft(
    'waiting-through-next-conversation',
    'Messages of two conversations wait for one login, if employees can close while they are logged out',
    [
      ...write('a', 'm1'),
      select(),
      see('a', 'm1'),
      logOut(),
      ...write('a', 'unseen', 'unseen too'),
      closeIfPossible(),
      ...write('a', 'kept', 'kept too'),
      select(),
      ...write('a', 'late'),
      logIn(),
      see('a', 'm1', 'unseen', 'unseen too', 'kept', 'kept too', 'late'),
    ],
    [closeNeed(description)],
  );
}

function unseenCloseAtOtherDestination(description: Description): CaseDraft {
  const { draft, selectOther, write, seeAtOther, presenceAt } = comingAndGoing(description);
  return draft(
    'history-elsewhere-of-unseen-close',
    'Employees of another destination see what nobody had seen when its conversation was closed, if that is possible',
    [
      ...closeUnseen(description, 'unseen', 'unseen too'),
      ...write('a', 'm2'),
      presenceAt('other', true),
      selectOther(),
      seeAtOther('m1', 'unseen', 'unseen too', 'm2'),
    ],
    [closeNeed(description), { kind: 'two-destinations' }],
  );
}

function keptThenClosedUnseen(description: Description): CaseDraft {
  const { draft, select, write, closeIfPossible, see } = comingAndGoing(description);
  return draft(
    'history-of-kept-unseen-close',
    'Employees see what was kept for the selection and still waited for a login when the conversation was closed, if that is possible',
    [
      logOut(),
      ...write('a', 'kept', 'kept too'),
      select(),
      ...write('a', 'unseen'),
      closeIfPossible(),
      logIn(),
      ...write('a', 'm2'),
      select(),
      see('a', 'kept', 'kept too', 'unseen', 'm2'),
    ],
    [closeNeed(description)],
  );
}

function historyOfLoggedOutClose(description: Description): CaseDraft {
  const { draft, select, write, closeIfPossible, see } = comingAndGoing(description);
  return draft(
    'history-of-closed-while-logged-out',
    'Employees see an earlier conversation that was closed while everybody was logged out, if that is possible',
    [
      ...write('a', 'm1', 'm2'),
      select(),
      see('a', 'm1', 'm2'),
      logOut(),
      closeIfPossible(),
      logIn(),
      ...write('a', 'm3'),
      select(),
      see('a', 'm1', 'm2', 'm3'),
    ],
    [closeNeed(description)],
  );
}

function keptWhileFormerLoggedOut(description: Description): CaseDraft {
  const { draft, select, write, close, see } = comingAndGoing(description);
  return draft(
    'kept-while-former-logged-out',
    'Messages after a close wait for the next selection, and then for a login, even while the former employees are logged out',
    [
      ...write('a', 'm1'),
      select(),
      see('a', 'm1'),
      close(),
      logOut(),
      ...write('a', 'm2', 'm3'),
      logIn(),
      select(),
      see('a', 'm1', 'm2', 'm3'),
      close(),
      ...write('a', 'm4', 'm5'),
      logOut(),
      select(),
      ...write('a', 'm6', 'm7', 'm8', 'm9'),
      logIn(),
      see('a', ...numbered(9)),
    ],
    [closeNeed(description)],
  );
}
