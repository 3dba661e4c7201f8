import { type Explanation, explain, type Leaving } from '../../cases/concurrency/explain.js';
import type { Came, Deed, Look, Observed } from '../../cases/concurrency/history.js';
import { overlapping } from '../../cases/concurrency/orders.js';
import type { ExplainedStep } from '../../cases/types.js';
import { replies, routingEvent } from '../../cases/vocabulary.js';
import type { Place } from '../../record/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { isHeld } from '../judge/payload.js';
import type { InboxItem } from '../ports.js';
import { usualKind } from '../wait-budget.js';
import { contentNames, find } from './inbox-judges.js';
import { lostEvidence, routeProblem } from './missing-event.js';
import { noteReading } from './note-reading.js';
import { messageId, NO_USER, routeSince } from './notified.js';
import { logIn, operatorProblem } from './operator.js';
import { patiently } from './patiently.js';
import { poll } from './poll.js';
import { comesTooOften } from './surplus-events.js';

/**
 * Waits until an order of all that was done explains what came of it, and judges it again when the run ends: then nothing
 * may be missing, and nothing too much (section 3).
 */
export async function explained(context: CaseContext, step: ExplainedStep): Promise<Finding | null> {
  const { runState, description } = context;
  if (!runState.runContext.reader.namesUsers) return NO_USER;
  if (!runState.runContext.reader.readsEvents) return UNREADABLE;
  const history = historyOf(context, step);
  const destination = await context.destination('chosen');
  const problem = await logIn(context, destination, runState.runContext.keys.main);
  if (problem) return problem;
  const before = context.looks;
  const judged = (looks: readonly Look[], leaving: Leaving): Explanation =>
    explain(description, history.deeds, observedOf(context, history, looks), leaving);
  const look = (): Promise<Sight> => sightOf(context, history, destination.id);
  const sight = await seen(
    context,
    history,
    look,
    (looks) => judged([...before, ...looks], SO_FAR).fits !== null,
  );
  if (sight.finding) return sight.finding;
  if (judged([...before, sight.look], SO_FAR).fits === null)
    return unexplained(context, history, (leaving) =>
      judged([...before, sight.look], { ...SO_FAR, ...leaving }),
    );
  const earlier = [...before];
  before.push(sight.look);
  if (!step.settles) return null;
  context.watch(step, async () => {
    const last = await look();
    if (last.finding) return last.finding;
    return unexplained(context, history, (leaving) => judged([...earlier, last.look], leaving));
  });
  return null;
}

/** How many copies of an event may come, only the whole run tells. */
const SO_FAR: Leaving = { surplus: true };

/** What is seen once it is explained by what came, or once there was time enough for it: events come by themselves. */
async function seen(
  context: CaseContext,
  { user, deeds }: History,
  look: () => Promise<Sight>,
  isExplained: (looks: readonly Look[]) => boolean,
): Promise<Sight> {
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
  const { waitedMs } = await patiently(
    runState,
    limitMs,
    (ms) => events([], ms),
    () => isExplained([]),
  );
  if (!isExplained([])) {
    waitBudget.missed(kind, waitedMs);
    // A first message asks for a destination, whatever overlaps it.
    if (deeds[0]?.kind === 'message' && !book.of(user).some(({ name }) => name === prompt))
      waitBudget.missed(usual, waitedMs);
    return look();
  }
  const isDone = ({ look, finding }: Sight): boolean => finding !== null || isExplained([look]);
  const first = await poll(runState, kind, look, isDone);
  if (isDone(first)) return first;
  await events([first.look], Math.max(1, began + limitMs() - runState.ports.clock.now()));
  return look();
}

const UNREADABLE: Finding = {
  verdict: 'inconclusive',
  code: 'dialect-event',
  text: 'Where events carry their name and user is not known; "dialect.event" in the configuration would settle it.',
};

/** All that was done for a user, and what is needed to find its traces. */
interface History {
  user: string;
  deeds: readonly Deed[];
  sent: ReadonlyMap<string, Sent>;
  acted: ReadonlyMap<string, Record<string, unknown>>;
}

function historyOf(context: CaseContext, { user, done }: ExplainedStep): History {
  const deeds = done.map(({ of: name, ...deed }): Deed => {
    const sent = context.named.get(name);
    const timed = sent ? { ...timeOf(sent), refused: sent.refused } : context.timed.get(name);
    if (!timed) throw new Error(`Nothing of the case ${context.testCase.id} is called "${name}".`);
    return { name, ...deed, ...timed };
  });
  // Names mean other things in the next repetition.
  return { user: context.user(user), deeds, sent: new Map(context.named), acted: new Map(context.acted) };
}

function timeOf({ exchange: { outcome } }: Sent): Pick<Deed, 'from' | 'to'> {
  return { from: outcome.startedAt, to: outcome.startedAt + outcome.durationMs };
}

interface Sight {
  look: Look;
  finding: Finding | null;
}

/** What employees of the destination see now, or why nobody can tell. */
async function sightOf(
  context: CaseContext,
  { user, deeds, sent }: History,
  destinationId: string,
): Promise<Sight> {
  const { runState, description, testCase } = context;
  const turn = Math.max(...deeds.map((deed) => deed.turn));
  const result = await runState.ports.operator.inbox({
    version: testCase.version,
    key: runState.runContext.keys.main,
    [description.employee.user]: user,
    [description.employee.destination]: destinationId,
  });
  if (!result.ok) return { look: { turn, seen: new Map() }, finding: operatorProblem(result, 'inbox') };
  noteReading(context, { user, destination: destinationId, items: result.items });
  const items: InboxItem[] = result.items.filter(({ fromUser }) => fromUser);
  const messages = deeds.flatMap(({ kind, name, like }) => {
    const of = kind === 'message' && like === undefined ? sent.get(name) : undefined;
    return of ? [{ name, of }] : [];
  });
  const names = new Set(messages.flatMap(({ of }) => contentNames(context, of)));
  const lacking = (result.lacks ?? []).filter((name) => names.has(name));
  return {
    look: { turn, seen: new Map(messages.map(({ name, of }) => [name, find(context, of, items).length])) },
    finding: items.length > 0 && lacking.length > 0 ? notShown(lacking) : null,
  };
}

function notShown(names: readonly string[]): Finding {
  return {
    verdict: 'skipped',
    code: 'not-shown',
    text: `The employee's inbox does not show ${names.join(', ')}, as far as this run has seen.`,
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
    sameId: sameIdOf(context, history),
  };
}

/** Replies whose event came, wherever it went. */
function notifiedOf(context: CaseContext, { user, deeds, acted }: History): ReadonlySet<string> {
  const { runState, testCase, description } = context;
  const book = runState.book(testCase.version);
  const events = book.of(user).map((event) => ({ name: event.name, read: book.read(event) }));
  const notified = deeds.filter(({ kind, name, event }) => {
    if (kind !== 'reply') return false;
    const carries = replies(description).find((rule) => rule.event === event)?.carries ?? [];
    const said = acted.get(name) ?? {};
    return events.some(
      (came) => came.name === event && carries.every((parameter) => isHeld(came.read, said[parameter])),
    );
  });
  return new Set(notified.map(({ name }) => name));
}

function sameIdOf(context: CaseContext, { deeds, sent }: History): readonly [string, string] | null {
  const known = new Map<string, string>();
  for (const { kind, name } of deeds) {
    const id = kind === 'message' ? messageId(context, sent.get(name)) : null;
    if (id === null) continue;
    const other = known.get(id);
    if (other !== undefined) return [other, name];
    known.set(id, name);
  }
  return null;
}

/** What it means that no order explains what came; null: one does. */
async function unexplained(
  context: CaseContext,
  { deeds }: History,
  tried: (leaving: Leaving) => Explanation,
): Promise<Finding | null> {
  const found = tried({});
  if (found.fits) return null;
  const { runState } = context;
  const restsOn = (leaving: Leaving): boolean => tried(leaving).fits !== null;
  if (restsOn({ refusals: 'done' }) || restsOn({ refusals: 'undone' })) return couldNotAct(context, deeds);
  const [why, ...others] = new Set(found.reasons.map((reason) => reason.why));
  const finding: Finding = {
    verdict: 'fail',
    code: restsOn({ missing: true })
      ? 'no-event'
      : restsOn({ surplus: true })
        ? 'unexpected-event'
        : 'no-order',
    text: `No order of these moves explains what was observed. ${found.reasons.map((reason) => reasonWords(deeds, reason)).join(' ')}`,
    expected: `what comes of ${found.reasons.map(({ order }) => orderWords(order)).join(', or of ')}`,
    received: received(deeds),
    at: {
      ...tracesOf(context, deeds),
      ...(others.length === 0 && why !== undefined && { unexplained: why }),
    },
  };
  if (finding.code !== 'no-event') return finding;
  const state = await routeSince(context, context.lastStimulus);
  const broken =
    lostEvidence(context) ??
    (state === 'silent'
      ? null
      : routeProblem(state, runState.route?.lostBy?.(context.testCase.version) ?? null));
  if (broken) return { ...finding, ...broken };
  return runState.isCatcherProven
    ? finding
    : {
        ...finding,
        verdict: 'inconclusive',
        code: 'catcher-unproven',
        text: 'Events that were due did not come, but it is not proven that the catcher can be reached.',
      };
}

/** The last of the messages that overlapped; else what employees saw last. */
function tracesOf({ named, readings }: CaseContext, deeds: readonly Deed[]): Place {
  const together = overlapping(deeds).flatMap(({ name }) => named.get(name)?.exchange ?? []);
  const last = together.at(-1);
  const shown = readings.at(-1);
  return last || shown === undefined
    ? { part: 'answer', ...(last && { exchange: last.id, ...(last.operation && { about: last.operation }) }) }
    : { part: 'inbox', reading: shown };
}

function couldNotAct({ timed }: CaseContext, deeds: readonly Deed[]): Finding {
  const failed = deeds.find(({ kind, refused }) => refused && (kind === 'close' || kind === 'reply'));
  const said = timed.get(failed?.name ?? '')?.said ?? '';
  return { verdict: 'inconclusive', code: 'operator', text: said };
}

/** Why an order is impossible, told by those that could have gone otherwise. */
function reasonWords(
  deeds: readonly Deed[],
  { order, why }: { order: readonly Deed[]; why: string },
): string {
  const overlapped = overlapping(deeds);
  const names = order.filter((deed) => overlapped.includes(deed)).map(({ name }) => name);
  if (names.length > 0) return `With ${names.join(' before ')}, ${why}.`;
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

function orderWords(order: readonly Deed[]): string {
  return order.map(({ name }) => name).join(', ');
}

/** Which moves overlapped, and by how much, with their answers. */
function received(deeds: readonly Deed[]): string {
  const [first] = overlapping(deeds);
  const together = first ? deeds.filter(({ turn }) => turn === first.turn) : [];
  if (!first || together.length === 0) return 'moves that did not overlap';
  const start = Math.min(...together.map(({ from }) => from));
  const ms = (moment: number): string => `${Math.round((moment - start) * 10) / 10}`;
  const spans = together.map(
    ({ name, from, to, refused }) =>
      `${name} from ${ms(from)} to ${ms(to)} ms${refused ? ', turned away' : ''}`,
  );
  return spans.join('; ');
}
