import type { Description } from '../../description/types.js';
import { content, inboxNeeds } from '../groups/employee.js';
import type { CaseDraft, Need } from '../types.js';
import { action, closing, replies, WEBHOOK } from '../vocabulary.js';
import { type Lags, type OrderedMove, type PairPlan, pairSteps } from './steps.js';

export interface PairOptions {
  /** Name of the case in its group. */
  name: string;
  /** How often it is done, each time for another user and with other lags: a race is not lost every time. */
  repeats: number;
  /** The same seed gives the same lags. */
  seed: number;
}

/**
 * A case of two moves of one user at once (section 3): `prefix + pair + suffix`, of which any moves will do that are
 * messages, selections, closes and replies. It is judged by the orders that the overlap allows, whatever comes before and
 * after.
 */
export function pairCase(
  description: Description,
  plan: PairPlan,
  { name, repeats, seed }: PairOptions,
): CaseDraft {
  const moves = [...plan.prefix, ...plan.pair, ...plan.suffix];
  const before = plan.prefix.map(({ name: of }) => of).join(', ');
  const [first, second] = plan.pair;
  return {
    group: 'concurrency',
    name,
    title: `${first.name} and ${second.name} at once${plan.alike ? ', with the same content,' : ''} take effect in some order, each once${before && `, after ${before}`}`,
    needs: needs(description, moves),
    steps: pairSteps(description, plan, lagsOf(plan.pair, repeats, seed)),
    repeats,
  };
}

/**
 * Neither begins later at first, for on a busy machine nothing else is sure to overlap; then the second one does, more and
 * more. A driver is slower than a request, which begins while the employee is at it; or, every other time, the employee
 * does while the request is under way.
 */
function lagsOf([first, second]: PairPlan['pair'], repeats: number, seed: number): Lags {
  const acts = [first, second].filter(isAct);
  const together = acts.length > 0 ? 1 : 2;
  const reach = acts.length > 0 ? 1 : WITHIN_REQUEST;
  const parts = Array.from({ length: repeats }, (_, at) =>
    at < together ? 0 : (reach * (at - together + random(seed + at))) / (repeats - together),
  );
  const none = parts.map(() => 0);
  if (acts.length !== 1) return [none, parts];
  const request = parts.map((part, at) => (at % 2 === 1 ? part : 0));
  const act = parts.map((part, at) => (at % 2 === 0 ? part * WITHIN_REQUEST : 0));
  return isAct(second) ? [request, act] : [act, request];
}

/** Of a request most of the time is spent on the way; what it does, it does early. */
const WITHIN_REQUEST = 0.5;

function isAct({ kind }: OrderedMove): boolean {
  return kind === 'close' || kind === 'reply';
}

/** Anything from 0 to 1, the same for the same number. */
function random(number: number): number {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 8) / 2 ** 24;
}

function needs(description: Description, moves: readonly OrderedMove[]): Need[] {
  const acts = moves.flatMap((move) => {
    if (move.kind === 'close') return [closing(description).action];
    if (move.kind !== 'reply') return [];
    return replies(description).flatMap((rule) => (rule.event === move.event ? [rule.action] : []));
  });
  const names = moves.flatMap((move) =>
    move.kind === 'message' ? content(description, move.operation) : [],
  );
  return [WEBHOOK, ...[...new Set(acts)].map(action), ...inboxNeeds([...new Set(names)])];
}
