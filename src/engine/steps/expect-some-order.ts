import {
  readingsOf,
  STATE_ACROSS_VERSIONS,
  type VersionReading,
} from '../../cases/concurrency/conversation.js';
import { type Explanation, explain, type Leaving, type Versions } from '../../cases/concurrency/explain.js';
import type { Came, Look, Observed, TimedMove } from '../../cases/concurrency/history.js';
import { replies, routingEvent } from '../../cases/description-lookups.js';
import type { ExpectSomeOrderStep } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { isHeld } from '../judge/payload.js';
import type { InboxItem } from '../ports.js';
import { usualKind } from '../wait-budget.js';
import { EVENTS_UNREADABLE, messageId, NO_USER } from './event-content.js';
import { comesTooOften } from './event-evidence.js';
import { contentNames, find } from './message-lookup.js';
import { logIn, noteReading, notShown, operatorProblem } from './operator.js';
import { unexplained } from './unexplained.js';
import { poll, waitInParts } from './waiting.js';

/**
 * Waits until some order of everything that was done explains what came of it, and judges it again when the run ends:
 * then nothing may be missing, and nothing may be too much (section 3).
 */
export async function expectSomeOrder(
  context: CaseContext,
  step: ExpectSomeOrderStep,
): Promise<Finding | null> {
  const { runState, description } = context;
  if (!runState.runContext.reader.namesUsers) return NO_USER;
  if (!runState.runContext.reader.readsEvents) return EVENTS_UNREADABLE;
  const history = historyOf(context, step);
  const destination = await context.destinations.of('chosen');
  const problem = await logIn(context, destination, runState.runContext.keys.main);
  if (problem) return problem;
  const before = context.looks;
  const of = (version: string): Description => runState.description(version);
  const judged = (looks: readonly Look[], leaving: Leaving, versions: Versions = {}): Explanation =>
    explain(description, history.moves, observedOf(context, history, looks), leaving, { of, ...versions });
  const look = (): Promise<InboxView> => viewOf(context, history, destination.id);
  const sight = await seen(
    context,
    history,
    look,
    (looks) => judged([...before, ...looks], SO_FAR).fits !== null,
  );
  if (sight.finding) return sight.finding;
  const earlier = [...before];
  const wrong = (looks: readonly Look[], leave: Leaving): Promise<Finding | null> =>
    unexplained(context, history, (leaving) => judged(looks, { ...leave, ...leaving }));
  // What the inbox cannot show excuses nothing that is wrong without it.
  const judgedBy = async ({ look, beyond }: InboxView, leave: Leaving): Promise<Finding | null> => {
    const found = await wrong([...earlier, look], leave);
    return found && beyond ? ((await wrong(earlier, leave)) ?? beyond) : found;
  };
  const found = await judgedBy(sight, SO_FAR);
  if (found) return found;
  before.push(sight.look);
  if (!step.settles) return null;
  context.watch(step, async () => {
    // Once the service's clock was moved, employees may see less than they had to see before.
    const hasAged = runState.ports.clock.now() >= runState.serviceClock.movedAt;
    const last = hasAged ? sight : await look();
    if (last.finding) return last.finding;
    const looks = [...earlier, last.look];
    observeVersions(context, history, (reading) => judged(looks, {}, { readings: [reading] }).fits !== null);
    return judgedBy(last, {});
  });
  return null;
}

/** Whether versions share a user's state is recorded if what came fits only one of the two. */
function observeVersions(
  { observations }: CaseContext,
  { moves }: History,
  fits: (reading: VersionReading) => boolean,
): void {
  const readings = readingsOf(moves);
  if (readings.length === 1) return;
  const separate = fits('separate');
  const shared = readings.some((reading) => reading !== 'separate' && fits(reading));
  if (separate === shared) return;
  observations.push({ gap: STATE_ACROSS_VERSIONS, value: shared ? SHARED : APART });
}

const SHARED = "versions share a user's state";
const APART = 'each version has a state of its own for a user';

/** How many copies of an event may come, or of a message be seen, is known only at the end of the run. */
const SO_FAR: Leaving = { surplus: true, copies: true };

/** What is seen once what came explains it, or once there was time enough: events come by themselves. */
async function seen(
  context: CaseContext,
  { user, moves }: History,
  look: () => Promise<InboxView>,
  isExplained: (looks: readonly Look[]) => boolean,
): Promise<InboxView> {
  const { runState, testCase, description } = context;
  const { waitBudget } = runState;
  const kind = `${testCase.version} orders`;
  const prompt = routingEvent(description);
  const usual = usualKind(testCase.version, prompt);
  const limitMs = (): number => waitBudget.of(kind, usual);
  const began = runState.ports.clock.now();
  const book = runState.book(testCase.version);
  const events = (looks: readonly Look[], timeoutMs: number): Promise<unknown> =>
    book.wait(
      user,
      () => true,
      () => isExplained(looks),
      timeoutMs,
      runState.signal,
    );
  const { waitedMs } = await waitInParts(
    runState,
    limitMs,
    (ms) => events([], ms),
    () => isExplained([]),
    { book, user },
  );
  if (!isExplained([])) {
    waitBudget.missed(kind, waitedMs);
    // A first message asks for a destination, whatever overlaps it.
    if (moves[0]?.kind === 'message' && !book.of(user).some(({ name }) => name === prompt))
      waitBudget.missed(usual, waitedMs);
    return look();
  }
  const isDone = ({ look, finding }: InboxView): boolean => finding !== null || isExplained([look]);
  const first = await poll(runState, kind, look, { isDue: isDone });
  if (isDone(first)) return first;
  await events([first.look], Math.max(1, began + limitMs() - runState.ports.clock.now()));
  return look();
}

/** Everything that was done for a user, and what is needed to find its traces. */
interface History {
  user: string;
  moves: readonly TimedMove[];
  sent: ReadonlyMap<string, Sent>;
  parameters: ReadonlyMap<string, Record<string, unknown>>;
  /** Two messages that were answered with the same id, by name; null: there are none. */
  sameId: readonly [string, string] | null;
}

function historyOf(context: CaseContext, { user, done }: ExpectSomeOrderStep): History {
  const moves = done.map(({ of: name, ...move }): TimedMove => {
    const sent = context.named.get(name);
    const time = sent ? { ...timeOf(sent), refused: sent.refused } : context.actionTimes.get(name);
    if (!time) throw new Error(`Nothing of the case ${context.testCase.id} is called "${name}".`);
    return { name, ...move, ...time };
  });
  // Names mean other things in the next repetition.
  const sent = new Map(context.named);
  const parameters = new Map(context.actionParameters);
  return { user: context.user(user), moves, sent, parameters, sameId: sameIdOf(context, moves, sent) };
}

function timeOf({ exchange: { outcome } }: Sent): Pick<TimedMove, 'from' | 'to'> {
  return { from: outcome.startedAt, to: outcome.startedAt + outcome.durationMs };
}

interface InboxView {
  look: Look;
  /** Why nobody could look. */
  finding: Finding | null;
  /** What the inbox has not shown so far: what is missing there is then no evidence against the target. */
  beyond: Finding | null;
}

/** What employees of the destination see now, or why nobody can tell. */
async function viewOf(
  context: CaseContext,
  { user, moves, sent }: History,
  destinationId: string,
): Promise<InboxView> {
  const { runState, description, testCase } = context;
  const turn = Math.max(...moves.map((move) => move.turn));
  const result = await runState.ports.operator.inbox({
    version: testCase.version,
    key: runState.runContext.keys.main,
    [description.employee.user]: user,
    [description.employee.destination]: destinationId,
  });
  if (!result.ok)
    return { look: { turn, seen: new Map() }, finding: operatorProblem(result, 'inbox'), beyond: null };
  noteReading(context, { user, destination: destinationId, items: result.items });
  const items: InboxItem[] = result.items.filter(({ fromUser }) => fromUser);
  const messages = moves.flatMap(({ kind, name, like }) => {
    const of = kind === 'message' && like === undefined ? sent.get(name) : undefined;
    return of ? [{ name, of }] : [];
  });
  const names = new Set(messages.flatMap(({ of }) => contentNames(context, of)));
  const lacking = (result.lacks ?? []).filter((name) => names.has(name));
  return {
    look: { turn, seen: new Map(messages.map(({ name, of }) => [name, find(context, of, items).length])) },
    finding: null,
    beyond: items.length > 0 && lacking.length > 0 ? notShown(lacking) : null,
  };
}

function observedOf(context: CaseContext, history: History, looks: readonly Look[]): Observed {
  const { runState, testCase } = context;
  const events = runState.book(testCase.version).of(history.user);
  return {
    looks,
    came(event): Came {
      const came = events.filter(({ name }) => name === event);
      return {
        times: came.length,
        exceeds: (most) => comesTooOften(runState, { version: testCase.version, event, came, most }),
      };
    },
    notified: notifiedOf(context, history),
    sameId: history.sameId,
    copies: runState.copiesSeen,
  };
}

/** Replies whose event came, wherever it went. */
function notifiedOf(context: CaseContext, { user, moves, parameters }: History): ReadonlySet<string> {
  const { runState, testCase, description } = context;
  const book = runState.book(testCase.version);
  const events = book.of(user).map((event) => ({ name: event.name, read: book.read(event) }));
  const notified = moves.filter(({ kind, name, event }) => {
    if (kind !== 'reply') return false;
    const carries = replies(description).find((rule) => rule.event === event)?.carries ?? [];
    const said = parameters.get(name) ?? {};
    return events.some(
      (came) => came.name === event && carries.every((parameter) => isHeld(came.read, said[parameter])),
    );
  });
  return new Set(notified.map(({ name }) => name));
}

function sameIdOf(
  context: CaseContext,
  moves: readonly TimedMove[],
  sent: ReadonlyMap<string, Sent>,
): History['sameId'] {
  const known = new Map<string, string>();
  for (const { kind, name } of moves) {
    const id = kind === 'message' ? messageId(context, sent.get(name)) : null;
    if (id === null) continue;
    const other = known.get(id);
    if (other !== undefined) return [other, name];
    known.set(id, name);
  }
  return null;
}
