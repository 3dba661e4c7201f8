import { routingEvent } from '../cases/description-lookups.js';
import type { Case } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { usersOf } from '../engine/ids.js';
import type { RunState } from '../engine/run-state.js';
import type { ActionRecord, EventRecord, ExchangeRecord } from '../record/types.js';
import { cutText } from '../terminal-text.js';

/** Fewer responses may be equal by chance. */
const LEAST_RESPONSES = 20;
const LONGEST = 80;

interface Answered {
  request: Pick<ExchangeRecord['request'], 'method'>;
  response: ExchangeRecord['response'];
}

/**
 * The remark that comes first if a target gives the same response to everything: verdicts about it mean nothing. Null:
 * it does not.
 */
export function diagnosisOf(exchanges: readonly Answered[]): string | null {
  // A response to HEAD has no body, whatever the target answers to everything else.
  const telling = exchanges.filter(({ request, response }) => request.method !== 'HEAD' || response === null);
  const responses = telling.flatMap(({ response }) => response ?? []);
  const answered = new Set(
    responses.map(({ status, body }) => `${status} ${body?.text ?? body?.base64 ?? ''}`.trim()),
  );
  const [first] = answered;
  if (
    responses.length < LEAST_RESPONSES ||
    responses.length < telling.length ||
    answered.size !== 1 ||
    first === undefined
  )
    return null;
  return `Every request was answered ${cutText(first, LONGEST).replaceAll(/\s+/g, ' ')}: this does not look like the interface.`;
}

/** Fewer may be lost by chance, or by a fault of the target in one kind of event. */
const LEAST_ACTIONS = 3;

/**
 * The remark about a driver that reports every action as done although no event ever followed: it may act somewhere else.
 * Null: something came, or the driver was asked for too little. Not a verdict: it may be the target that is silent.
 */
export function idleDriverOf(
  descriptions: readonly Pick<Description, 'events'>[],
  actions: readonly Pick<ActionRecord, 'action' | 'ok' | 'user'>[],
  events: readonly Pick<EventRecord, 'name' | 'user'>[],
): string | null {
  const causedByEmployees = descriptions.flatMap((description) =>
    Object.entries(description.events).flatMap(([name, { cause }]) =>
      cause.kind === 'operator' ? [{ name, action: cause.action }] : [],
    ),
  );
  const attributed = events.filter(({ user }) => user !== null);
  // Of users of whom nothing is heard otherwise, nothing may be due: their contact point may have no address.
  const heard = new Set(attributed.map(({ user }) => user));
  const done = actions.filter(
    ({ action, ok, user }) =>
      ok && heard.has(user) && causedByEmployees.some((event) => event.action === action),
  ).length;
  // If nothing comes at all, the driver is not the obstacle; an event whose name cannot be read may be any.
  const isSilent = attributed.every(
    ({ name }) => name !== null && !causedByEmployees.some((event) => event.name === name),
  );
  if (done < LEAST_ACTIONS || attributed.length === 0 || !isSilent) return null;
  return `The driver of the employee's side reported ${done} actions as done, but no event ever followed. Is it connected to this deployment, and to the contact points of these keys?`;
}

/** Fewer may be a fault of the target in one kind of state. */
const LEAST_CONFUSIONS = 5;

/**
 * The remark about two keys that may belong to one contact point: both list the same destinations, and cases that need a
 * second contact point fail. Null: there is no sign of that. Not a verdict: it may be the target that confuses them.
 */
export function sameContactPointOf(
  outcomes: readonly Pick<CaseOutcome, 'case' | 'verdict' | 'reason'>[],
): string | null {
  const listsAlike = outcomes.some(({ reason }) => reason?.code === 'no-foreign-destination');
  const confused = outcomes.filter(
    ({ case: { needs }, verdict }) => verdict === 'fail' && needs.some(({ kind }) => kind === 'second-key'),
  ).length;
  if (!listsAlike || confused < LEAST_CONFUSIONS) return null;
  return `Both keys list the same destinations, and ${confused} cases with two contact points failed. If the keys belong to one contact point, set "target.secondKey" to the key of another one.`;
}

const ANOTHER_RUN =
  'Events of another run arrived: one that uses the same contact point now (interference), or one that ended before.';
const TAKEN =
  'For a while events went astray, although others arrived before or after: somebody else, such as another run, may have set another webhook address (interference).';

/**
 * The remark about others that used the same contact point, whatever the verdict; its effect on the cases is reported
 * with them. Null: nobody was noticed.
 * @param outcomes of all cases, in the order in which their users are numbered
 * @param unheard users of the preflight whose event did not come
 */
export function interferenceOf(
  runState: Pick<RunState, 'book' | 'description' | 'route' | 'runContext'>,
  outcomes: readonly Pick<CaseOutcome, 'case'>[],
  unheard: readonly { version: string; user: string }[],
): string | null {
  const versions = Object.keys(runState.runContext.descriptions);
  if (versions.some((version) => runState.book(version).otherRunUserCount() > 0)) return ANOTHER_RUN;
  const wentAstray = unheard.some(({ version, user }) => {
    const book = runState.book(version);
    const event = routingEvent(runState.description(version));
    const comes = (testCase: Case, serial: number): boolean =>
      usersOf(runState.runContext.nonce, serial, testCase).some((id) =>
        book.of(id).some(({ name }) => name === event),
      );
    // Of this version, which may be the one whose events do not come.
    const others = outcomes.some(
      ({ case: testCase }, serial) => testCase.version === version && comes(testCase, serial),
    );
    return book.of(user).length === 0 && others;
  });
  return wentAstray || runState.route?.lostEvents() ? TAKEN : null;
}
