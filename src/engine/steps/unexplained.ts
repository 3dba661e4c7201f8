import type { Explanation, Leaving } from '../../cases/concurrency/explain.js';
import { overlapping, type TimedMove } from '../../cases/concurrency/history.js';
import type { HistoryRecord, Place } from '../../record/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { routeSince } from './expect-event.js';
import { CATCHER_UNPROVEN, lostEvidence, routeFailure } from './missing-event.js';

/** What it means that no order explains what came; null: one does. */
export async function unexplained(
  context: CaseContext,
  { user, moves }: { user: string; moves: readonly TimedMove[] },
  tried: (leaving: Leaving) => Explanation,
): Promise<Finding | null> {
  const found = tried({});
  if (found.fits) return null;
  const { runState } = context;
  const restsOn = (leaving: Leaving): boolean => tried(leaving).fits !== null;
  if (restsOn({ refusals: 'done' }) || restsOn({ refusals: 'undone' })) return couldNotAct(context, moves);
  const code = restsOn({ missing: true })
    ? 'no-event'
    : restsOn({ surplus: true })
      ? 'unexpected-event'
      : 'no-order';
  const [why, ...others] = distinct(found.reasons.map((reason) => reason.why));
  const missing = code === 'no-event' ? found.reasons.find((reason) => reason.missing)?.missing : undefined;
  const surplus =
    code === 'unexpected-event' ? found.reasons.find((reason) => reason.surplus)?.surplus : undefined;
  const names = begunTogether(moves).map(({ name }) => name.replace(/ \d+$/, ''));
  const summary = opening(moves);
  const history = historyOf({ user, moves }, found.reasons, summary);
  const finding: Finding = {
    verdict: 'fail',
    code,
    text: `${summary} ${found.reasons.map((reason) => reasonWords(moves, reason)).join(' ')}`,
    expected: expectedOf(moves, found.reasons),
    received: distinct(found.reasons.map(({ seen }) => seen)).join('; '),
    place: {
      ...tracesOf(context, moves),
      ...(missing !== undefined && { part: 'absent', about: missing }),
      ...(surplus !== undefined && { about: surplus }),
      ...(others.length === 0 && why !== undefined && { unexplained: why }),
      ...(names.length > 0 && { moves: names }),
      ...(history && { history }),
    },
  };
  if (finding.code !== 'no-event') return finding;
  const state = await routeSince(context, context.lastStimulus);
  const broken =
    lostEvidence(context) ??
    routeFailure(state, finding, runState.route?.lostBy?.(context.testCase.version) ?? null);
  if (broken) return { ...finding, ...broken };
  return runState.isCatcherProven ? finding : { ...finding, ...CATCHER_UNPROVEN };
}

/** The last of the messages that overlapped; otherwise what employees saw last. */
function tracesOf({ named, readings }: CaseContext, moves: readonly TimedMove[]): Place {
  const together = overlapping(moves).flatMap(({ name }) => named.get(name)?.exchange ?? []);
  const last = together.at(-1);
  const shown = readings.at(-1);
  return last || shown === undefined
    ? { part: 'answer', ...(last && { exchange: last.id, ...(last.operation && { about: last.operation }) }) }
    : { part: 'inbox', reading: shown };
}

function couldNotAct({ actionTimes }: CaseContext, moves: readonly TimedMove[]): Finding {
  const failed = moves.find(({ kind, refused }) => refused && (kind === 'close' || kind === 'reply'));
  const said = actionTimes.get(failed?.name ?? '')?.said ?? '';
  return { verdict: 'inconclusive', code: 'operator', text: said };
}

/** Why an order is impossible, in terms of the moves that could have gone otherwise. */
function reasonWords(
  moves: readonly TimedMove[],
  { order, why }: { order: readonly TimedMove[]; why: string },
): string {
  const overlapped = overlapping(moves);
  const names = order.filter((move) => overlapped.includes(move)).map(({ name }) => name);
  if (names.length > 0) return `With ${names.join(' before ')}, ${why}.`;
  return `${why}.`;
}

/** What was due: given once if every order leads to the same, otherwise by order. */
function expectedOf(
  moves: readonly TimedMove[],
  reasons: readonly { order: readonly TimedMove[]; due: string }[],
): string {
  const [due = '', ...others] = distinct(reasons.map((reason) => reason.due));
  if (others.length === 0) return reasons.length > 1 ? `${due}, in whichever order` : due;
  const names = overlapping(moves).map(({ name }) => name);
  return reasons
    .map(({ order, due: then }) => {
      const own = order.filter(({ name }) => names.includes(name)).map(({ name }) => name);
      return `${then}, with ${own.join(' before ')}`;
    })
    .join('; or ');
}

/** Whether the moves overlapped, and by how much. */
function opening(moves: readonly TimedMove[]): string {
  const [first] = overlapping(moves);
  const together = first ? moves.filter(({ turn }) => turn === first.turn) : [];
  if (together.length === 0)
    return 'The moves did not overlap, and their order does not explain what was observed:';
  const start = Math.min(...together.map(({ from }) => from));
  const ms = (moment: number): string => `${Math.round((moment - start) * 10) / 10}`;
  const spans = together.map(
    ({ name, from, to, refused }) =>
      `${name} from ${ms(from)} to ${ms(to)} ms${refused ? ', turned away' : ''}`,
  );
  return `No order of these moves explains what was observed (at once: ${spans.join('; ')}).`;
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/**
 * The history of a user as people look at it: which moves were under way at once, what came before and after them, and
 * why each order is impossible. Moments are wall clock here. Null: all moves were begun one after the other.
 */
function historyOf(
  { user, moves }: { user: string; moves: readonly TimedMove[] },
  reasons: readonly { order: readonly TimedMove[]; why: string }[],
  summary: string,
): HistoryRecord | null {
  const together = begunTogether(moves);
  const [first] = together;
  if (!first) return null;
  const names = (of: readonly TimedMove[]): string[] => of.map(({ name }) => name);
  return {
    user,
    summary,
    before: names(moves.filter(({ turn }) => turn < first.turn)),
    after: names(moves.filter(({ turn }) => turn > first.turn)),
    together: together.map(({ name, kind, from, to, refused }) => ({
      name,
      by: kind === 'close' || kind === 'reply' ? 'employee' : 'gateway',
      fromMs: from,
      toMs: to,
      ...(refused && { refused: true as const }),
    })),
    orders: reasons.map(({ order, why }) => ({
      order: names(order.filter((move) => together.includes(move))),
      why,
    })),
  };
}

/** Moves of one turn: the one in which some overlapped, otherwise the first that has several. */
function begunTogether(moves: readonly TimedMove[]): TimedMove[] {
  const [first] = overlapping(moves);
  const turn = first?.turn ?? moves.find((move, at) => moves[at + 1]?.turn === move.turn)?.turn;
  return moves.filter((move) => move.turn === turn);
}
