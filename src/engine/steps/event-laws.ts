import type { EventAddressStep, EventCauseStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { someLeaf, textsIn } from '../judge/payload.js';
import type { RunState } from '../run-state.js';
import { isAltered, isTelling, NO_USER } from './event-content.js';
import { astray, eventPlace, NOTHING_CAME, shownUser } from './event-evidence.js';

/**
 * A law for every event of this name in the run, in whatever case it came (section 6): `cause`, an employee did for the
 * user what it reports; `own`, it carries nothing that was written only to another user. Judged when the run ends.
 */
export function eventCause(context: CaseContext, step: EventCauseStep): Finding | null {
  if (!context.runState.runContext.reader.namesUsers) return NO_USER;
  context.watch(step, () => judge(context, step));
  return null;
}

function judge(context: CaseContext, step: EventCauseStep): Finding | null {
  const { runState, testCase } = context;
  // What a service does by itself after a long time is not shown.
  const came = runState
    .book(testCase.version)
    .all()
    .filter(({ name, delivery }) => name === step.event && delivery.at < runState.serviceClock.movedAt);
  if (came.length === 0) return NOTHING_CAME;
  const find = step.law === 'cause' ? withoutCause : written;
  const found = find(context, step, came);
  if (found) context.deliveries.push(found.event.delivery.id);
  return (
    found && {
      verdict: 'fail',
      code: 'unexpected-event',
      ...found.sentence,
      place: {
        ...eventPlace(found.event, step.event),
        ...(step.law === 'own' && { headline: 'Events carry what an employee wrote to another user.' }),
      },
    }
  );
}

type Found = { event: BookedEvent; sentence: Pick<Finding, 'text' | 'expected' | 'received'> } | null;

function withoutCause(
  { runState }: CaseContext,
  { event: name, action }: EventCauseStep,
  came: BookedEvent[],
): Found {
  const users = new Set(runState.acts.filter((act) => act.action === action).map(({ user }) => user));
  const event = came.find(({ user }) => !users.has(user) && !selectedAgain(runState, user));
  if (!event) return null;
  const isLike = (user: string): boolean => isAltered(event.user, user) || isAltered(user, event.user);
  const other = [...users].some(isLike) ? ', but for one whose id is nearly the same' : '';
  return {
    event,
    sentence: {
      text: `${name} arrived for a user although no employee did "${action}" for that user in this run${other}.`,
      expected: `no ${name} for user ${shownUser(event.user)}`,
      received: `${name} for user ${shownUser(event.user)}`,
    },
  };
}

/** What a second selection does is not shown: it may well end the conversation before. */
function selectedAgain(runState: RunState, user: string): boolean {
  const selections = runState.exchanges.filter(
    ({ user: by, version, operation }) =>
      by === user && runState.description(version).operations[operation ?? '']?.kind === 'select',
  );
  return selections.length > 1;
}

/** Whether the user sent it, or got it from an employee in another event: such an event may carry earlier messages. */
function isInConversation({ acts, exchanges }: RunState, user: string, value: string): boolean {
  const isGiven = acts.some(
    (act) => act.user === user && Object.values(act.parameters).some((given) => holds(given, value)),
  );
  return isGiven || exchanges.some((exchange) => exchange.user === user && isSent(exchange, value));
}

function isSent({ request: { body } }: Exchange, value: string): boolean {
  if (body === null) return false;
  try {
    return someLeaf(JSON.parse(Buffer.from(body).toString()), (leaf) => holds(leaf, value));
  } catch {
    return false;
  }
}

function holds(whole: unknown, part: string): boolean {
  return typeof whole === 'string' && whole.includes(part);
}

function written(
  context: CaseContext,
  { event: name, action, carries }: EventCauseStep,
  came: BookedEvent[],
): Found {
  const { runState, testCase } = context;
  const book = runState.book(testCase.version);
  const acts = runState.acts.filter((act) => act.action === action);
  // A number or a word may stand in any event, for whatever reason.
  const usual = new Set(context.description.samples.shortTexts);
  const said = acts.flatMap(({ user, parameters }) =>
    carries.flatMap((parameter) => {
      const value = parameters[parameter];
      return isTelling(value) && !usual.has(value) ? [{ user, value }] : [];
    }),
  );
  for (const event of came) {
    const own = said.filter(({ user }) => user === event.user);
    const texts = textsIn(book.read(event));
    // Nearly none contains any of the hundreds of texts: one look settles that.
    const all = texts.join('\n');
    const foreign = said.find(
      ({ value }) =>
        all.includes(value) &&
        own.every((cause) => !cause.value.includes(value)) &&
        texts.some((text) => text.includes(value)) &&
        !isInConversation(runState, event.user, value),
    );
    if (!foreign) continue;
    return {
      event,
      sentence: {
        text: `${name} carries what an employee wrote to another user.`,
        expected: `for user ${shownUser(event.user)}, nothing that was written to user ${shownUser(foreign.user)}`,
        received: short(foreign.value, 200),
      },
    };
  }
  return null;
}

/**
 * A law for every event of the run (section 6): it came to an address that, at some moment since its user first wrote,
 * was the current one of that user's contact point. Judged when the run ends.
 */
export function eventAddress(context: CaseContext, step: EventAddressStep): null {
  context.watch(step, () => judgeAddress(context));
  return null;
}

function judgeAddress(context: CaseContext): Finding | null {
  const { runState, testCase } = context;
  const began = firstRequests(runState.exchanges);
  const book = runState.book(testCase.version);
  const came = [...book.all(), ...book.strays()];
  if (came.length === 0) return NOTHING_CAME;
  const stray = came.find(({ user, delivery }) => {
    const from = began.get(user);
    // One that came before concerns somebody else's message with the same id.
    if (from === undefined || delivery.at < from) return false;
    return !runState.addressLog.wasCurrent(delivery.address, user, from, delivery.at);
  });
  if (!stray) return null;
  context.deliveries.push(stray.delivery.id);
  return astray(runState, stray);
}

function firstRequests(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const began = new Map<string, number>();
  for (const { user, outcome } of exchanges)
    if (user !== null && !began.has(user)) began.set(user, outcome.startedAt);
  return began;
}
