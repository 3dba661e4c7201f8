import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  closeRule,
  operationOf,
  operationsOf,
  replyCausing,
  routingEvent,
  rowsOf,
} from '../description-lookups.js';
import type { Expectation } from '../request-plan.js';
import { operate, perform, prepare, send } from '../steps.js';
import type { CaseDraft, ExpectSomeOrderStep, MoveRef, OperatorStep, SendStep, Step } from '../types.js';
import { FIRST, type Move, movesOf } from '../walks/moves.js';
import { needsOfMoves } from '../walks/walk.js';
import { type Conversation, canAct, firstConversation, proceed, reaches } from './conversation.js';
import type { TimedMove, TimedMoveKind } from './history.js';

export interface OverlapOptions {
  /** Name of the case in its group. */
  name: string;
  /** How often it is done, each time for another user and with other lags: a race is not lost every time. */
  repeats: number;
  /** The same seed gives the same lags. */
  seed: number;
}

/**
 * A case of moves of one user at once (section 3): `prefix + atOnce + suffix`, all of them messages, selections, closes or
 * replies. It is judged by the orders that the overlap allows, whatever comes before and after.
 */
export function overlapCase(
  description: Description,
  plan: OverlapPlan,
  { name, repeats, seed }: OverlapOptions,
): CaseDraft {
  const moves = [...plan.prefix, ...plan.atOnce, ...plan.suffix];
  const before = plan.prefix.map(({ name: of }) => of).join(', ');
  return {
    group: 'concurrency',
    name,
    title: `${conjunction(plan.atOnce.map(({ name: of }) => of))} at once${plan.alike ? ', with the same content,' : ''} take effect in some order, each once${before && `, after ${before}`}`,
    needs: needsOfMoves(description, moves),
    steps: overlapSteps(description, plan, lagsOf(plan.atOnce, repeats, seed)),
    repeats,
  };
}

/**
 * At first neither of two begins later, because on a busy machine nothing else is sure to overlap; then the second one
 * does, more and more. A driver is slower than a request, so the request begins while the employee is acting, or, every
 * other time, the employee begins while the request is under way. More than two always begin together.
 */
function lagsOf(atOnce: OverlapPlan['atOnce'], repeats: number, seed: number): Lags {
  const [, second] = atOnce;
  const acts = atOnce.filter(isAct);
  const together = acts.length > 0 ? 1 : 2;
  const reach = acts.length > 0 ? 1 : WITHIN_REQUEST;
  const parts = Array.from({ length: repeats }, (_, at) =>
    at < together ? 0 : (reach * (at - together + random(seed + at))) / (repeats - together),
  );
  const none = parts.map(() => 0);
  if (atOnce.length > 2) return atOnce.map(() => none);
  if (acts.length !== 1) return [none, parts];
  const request = parts.map((part, at) => (at % 2 === 1 ? part : 0));
  const act = parts.map((part, at) => (at % 2 === 0 ? part * WITHIN_REQUEST : 0));
  return isAct(second) ? [request, act] : [act, request];
}

/** Most of a request's time is spent on the way; its effect comes early. */
const WITHIN_REQUEST = 0.5;

function isAct({ kind }: OrderedMove): boolean {
  return kind === 'close' || kind === 'reply';
}

/** Anything from 0 to 1, always the same for the same number. */
function random(number: number): number {
  return (Math.imul(number + 1, 0x9e3779b1) >>> 8) / 2 ** 24;
}

/** Moves of one user at once, what goes before them, and what shows afterwards where they left the routing. */
export interface OverlapPlan {
  prefix: readonly OrderedMove[];
  atOnce: readonly [OrderedMove, OrderedMove, ...OrderedMove[]];
  suffix: readonly OrderedMove[];
  /** The messages at once have the same content as the first one of the prefix. */
  alike?: true;
}

/** How much later than another each move begins, by move and repetition: as a share of the other's duration. */
export type Lags = readonly (readonly number[])[];

/**
 * The steps of a plan. What goes wrong before the overlap concerns other cases: it is only preparation. Another user, whose
 * one message asks for a destination once, shows how many copies of an event come here.
 */
export function overlapSteps(description: Description, plan: OverlapPlan, lags: Lags): Step[] {
  const [message = ''] = operationsOf(description, 'message');
  const control = { setup: true, once: true } as const;
  const course = new OverlapCourse(description, plan);
  course.steps.push({ ...prepare(description, message, { user: 'b' }), ...control, beside: true });
  for (const move of plan.prefix) {
    // A conversation that ends before its messages have reached anybody may never show them.
    if (move.kind === 'close') course.look({ setup: true });
    course.alone(move, true);
  }
  if (plan.prefix.length > 0) course.look({ setup: true });
  course.together(plan.atOnce, lags);
  course.look({});
  for (const move of plan.suffix) course.alone(move, false);
  const event = routingEvent(description);
  course.steps.push({ do: 'expect-event', event, user: 'b', times: 1, calibrates: true, ...control });
  course.look({ settles: true });
  return course.steps;
}

/** Everything that has been done so far, and everything that may have come of it. */
class OverlapCourse {
  readonly steps: Step[] = [];
  private readonly done: MoveRef[] = [];
  private turn = 0;
  private possible: readonly Conversation[];

  constructor(
    private readonly description: Description,
    private readonly plan: OverlapPlan,
  ) {
    this.possible = [firstConversation(description)];
  }

  alone(move: OrderedMove, setup: boolean): void {
    const done = this.named(move);
    this.steps.push({ ...this.step(move, done, this.possible), ...(setup && { setup: true }) });
    this.possible = this.after(this.possible, done);
    this.turn += 1;
  }

  together(moves: readonly OrderedMove[], lags: Lags): void {
    const all = moves.map((move) => this.named(move, this.plan.alike));
    const before = this.possible;
    for (const [at, move] of moves.entries()) {
      const done = all[at] as MoveRef;
      const others = all.filter((other) => other !== done);
      const step = this.step(move, done, this.afterSome(before, others));
      const lag = { behind: (all[(at + 1) % all.length] as MoveRef).of, parts: [...(lags[at] ?? [])] };
      this.steps.push({ ...step, ...(at < moves.length - 1 && { beside: true }), lag });
    }
    this.possible = this.afterAll(before, all);
    this.turn += 1;
  }

  look(more: Partial<ExpectSomeOrderStep>): void {
    this.steps.push({ do: 'expect-some-order', user: 'a', done: [...this.done], ...more });
  }

  private named(move: OrderedMove, alike = false): MoveRef {
    const number = this.done.filter(({ of }) => of.startsWith(`${move.name} `)).length + 1;
    const like =
      alike && move.kind === 'message' ? this.done.find(({ kind }) => kind === 'message')?.of : undefined;
    const done: MoveRef = {
      of: `${move.name} ${number}`,
      kind: move.kind,
      turn: this.turn,
      ...(move.kind === 'reply' && { event: move.event }),
      ...(like !== undefined && { like }),
    };
    this.done.push(done);
    return done;
  }

  private after(possible: readonly Conversation[], { of: name, ...done }: MoveRef): Conversation[] {
    const move: TimedMove = { name, ...done, from: 0, to: 0, refused: false };
    return possible.flatMap((before) => {
      const next = proceed(this.description, before, move);
      return typeof next === 'string' ? [] : [next];
    });
  }

  /** After any of them, in any order. */
  private afterSome(possible: readonly Conversation[], refs: readonly MoveRef[]): Conversation[] {
    return [
      ...possible,
      ...refs.flatMap((done) =>
        this.afterSome(
          this.after(possible, done),
          refs.filter((other) => other !== done),
        ),
      ),
    ];
  }

  /** After all of them, in any order. */
  private afterAll(possible: readonly Conversation[], refs: readonly MoveRef[]): Conversation[] {
    if (refs.length === 0) return [...possible];
    return refs.flatMap((done) =>
      this.afterAll(
        this.after(possible, done),
        refs.filter((other) => other !== done),
      ),
    );
  }

  private step(
    move: OrderedMove,
    { of: as, like }: MoveRef,
    possible: readonly Conversation[],
  ): SendStep | OperatorStep {
    const { description } = this;
    switch (move.kind) {
      case 'message': {
        const body = like === undefined ? {} : { body: { kind: 'documented', like } as const };
        return send(description, move.operation, { kind: 'accepted' }, body, { as });
      }
      case 'select': {
        // What a second selection does is not shown.
        const again = possible.some((conversation) => reaches(description, conversation));
        const expect: Expectation = again
          ? { kind: 'documented', refusal: rowsOf(description, 'wrong-type') }
          : { kind: 'accepted' };
        return send(description, operationOf(description, 'select'), expect, {}, { as });
      }
      case 'close':
        return { ...operate(closeRule(description).action, {}, { as }), ...this.open(possible) };
      case 'reply': {
        const rule = replyCausing(description, move.event);
        return { ...perform(rule, { as }), ...this.open(possible) };
      }
    }
  }

  /** If employees may no longer have a conversation, whether they can act is part of what must be explained. */
  private open(possible: readonly Conversation[]): Pick<OperatorStep, 'leftOpen'> {
    return possible.every((conversation) => canAct(this.description, conversation)) &&
      this.turn < this.plan.prefix.length
      ? {}
      : { leftOpen: true };
  }
}

/** A move whose order matters: a message, a selection, a close or a reply of one user. */
export type OrderedMove = Extract<Move, { kind: TimedMoveKind }>;

/** All that the version has, in the order of the description. */
export function orderedMoves(description: Description): OrderedMove[] {
  return movesOf(description).filter(isOrdered);
}

/** Whether the orders of a move and others can be judged: of one user, at one contact point, at the chosen destination. */
export function isOrdered(move: Move): move is OrderedMove {
  const { participant = FIRST } = move as OrderedMove;
  if (participant !== FIRST) return false;
  if (move.kind === 'message') return move.repeats === undefined;
  if (move.kind === 'select') return move.destination === undefined;
  return move.kind === 'close' || move.kind === 'reply';
}
