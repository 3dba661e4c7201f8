import type { Description } from '../../description/types.js';
import type { Done, Expectation, ExplainedStep, OperatorStep, SendStep, Step } from '../types.js';
import {
  closing,
  operate,
  operationOf,
  operationsOf,
  prepare,
  replies,
  routingEvent,
  rowsOf,
  send,
} from '../vocabulary.js';
import { FIRST, type Move, movesOf } from '../walks/moves.js';
import { type Conversation, canAct, firstConversation, proceed, reaches } from './conversation.js';
import type { Deed, DeedKind } from './history.js';

/** Two moves of one user at once, what goes before them, and what shows afterwards where they left the routing. */
export interface PairPlan {
  prefix: readonly OrderedMove[];
  pair: readonly [OrderedMove, OrderedMove];
  suffix: readonly OrderedMove[];
  /** The messages of the pair have the same content as the first one of the prefix. */
  alike?: true;
}

/** How much later than the other either move of the pair begins, by repetition: a part of the time that the other takes. */
export type Lags = readonly [first: readonly number[], second: readonly number[]];

/**
 * The steps of a plan. What is wrong before the pair concerns other cases: it only prepares. Another user, whose one message
 * asks for a destination once, shows how many copies of an event come here.
 */
export function pairSteps(description: Description, plan: PairPlan, lags: Lags): Step[] {
  const [message = ''] = operationsOf(description, 'message');
  const control = { setup: true, once: true } as const;
  const course = new Course(description, plan);
  course.steps.push({ ...prepare(description, message, { user: 'b' }), ...control, beside: true });
  for (const move of plan.prefix) course.alone(move, true);
  if (plan.prefix.length > 0) course.look({ setup: true });
  course.together(plan.pair, lags);
  course.look({});
  for (const move of plan.suffix) course.alone(move, false);
  const event = routingEvent(description);
  course.steps.push({ do: 'notified', event, user: 'b', times: 1, calibrates: true, ...control });
  course.look({ settles: true });
  return course.steps;
}

/** What has been done so far, and everything that may have come of it. */
class Course {
  readonly steps: Step[] = [];
  private readonly done: Done[] = [];
  private turn = 0;
  private possible: readonly Conversation[];

  constructor(
    private readonly description: Description,
    private readonly plan: PairPlan,
  ) {
    this.possible = [firstConversation(description)];
  }

  alone(move: OrderedMove, setup: boolean): void {
    const done = this.named(move);
    this.steps.push({ ...this.step(move, done, this.possible), ...(setup && { setup: true }) });
    this.possible = this.after(this.possible, done);
    this.turn += 1;
  }

  together([first, second]: readonly [OrderedMove, OrderedMove], [lag, otherLag]: Lags): void {
    const { alike } = this.plan;
    const [done, other] = [this.named(first, alike), this.named(second, alike)];
    const before = this.possible;
    this.steps.push(
      {
        ...this.step(first, done, [...before, ...this.after(before, other)]),
        beside: true,
        lag: { behind: other.of, parts: lag },
      },
      {
        ...this.step(second, other, [...before, ...this.after(before, done)]),
        lag: { behind: done.of, parts: otherLag },
      },
    );
    this.possible = [
      ...this.after(this.after(before, done), other),
      ...this.after(this.after(before, other), done),
    ];
    this.turn += 1;
  }

  look(more: Partial<ExplainedStep>): void {
    this.steps.push({ do: 'explained', user: 'a', done: [...this.done], ...more });
  }

  private named(move: OrderedMove, alike = false): Done {
    const number = this.done.filter(({ of }) => of.startsWith(`${move.name} `)).length + 1;
    const like =
      alike && move.kind === 'message' ? this.done.find(({ kind }) => kind === 'message')?.of : undefined;
    const done: Done = {
      of: `${move.name} ${number}`,
      kind: move.kind,
      turn: this.turn,
      ...(move.kind === 'reply' && { event: move.event }),
      ...(like !== undefined && { like }),
    };
    this.done.push(done);
    return done;
  }

  private after(possible: readonly Conversation[], { of: name, ...done }: Done): Conversation[] {
    const deed: Deed = { name, ...done, from: 0, to: 0, refused: false };
    return possible.flatMap((before) => {
      const next = proceed(this.description, before, deed);
      return typeof next === 'string' ? [] : [next];
    });
  }

  private step(
    move: OrderedMove,
    { of: as, like }: Done,
    possible: readonly Conversation[],
  ): SendStep | OperatorStep {
    const { description } = this;
    switch (move.kind) {
      case 'message': {
        const body = like === undefined ? {} : { body: { kind: 'documented', like } as const };
        return send(description, move.operation, { kind: 'accepted' }, body, { as });
      }
      case 'select': {
        // What a selection while selected does is not shown.
        const again = possible.some((conversation) => reaches(description, conversation));
        const expect: Expectation = again
          ? { kind: 'documented', refusal: rowsOf(description, 'wrong-type') }
          : { kind: 'accepted' };
        return send(description, operationOf(description, 'select'), expect, {}, { as });
      }
      case 'close':
        return { ...operate(closing(description).action, {}, { as }), ...this.open(possible) };
      case 'reply': {
        const rule = replies(description).find(({ event }) => event === move.event);
        if (!rule) throw new Error(`No employee causes ${move.event}.`);
        return { ...operate(rule.action, rule.parameters, { as }), ...this.open(possible) };
      }
    }
  }

  /** Where employees may have no conversation any more, whether they can act is part of what must be explained. */
  private open(possible: readonly Conversation[]): Pick<OperatorStep, 'leftOpen'> {
    return possible.every((conversation) => canAct(this.description, conversation)) &&
      this.turn < this.plan.prefix.length
      ? {}
      : { leftOpen: true };
  }
}

/** A move of which the order matters: a message, a selection, a close or a reply of one user. */
export type OrderedMove = Extract<Move, { kind: DeedKind }>;

/** All that the version has, in the order of the description. */
export function orderedMoves(description: Description): OrderedMove[] {
  return movesOf(description).filter(isOrdered);
}

/** Whether the orders of a move and others can be judged: of one user, at one contact point, at the chosen destination. */
export function isOrdered(move: Move): move is OrderedMove {
  const { party = FIRST } = move as OrderedMove;
  if (party !== FIRST) return false;
  if (move.kind === 'message') return move.repeats === undefined;
  if (move.kind === 'select') return move.destination === undefined;
  return move.kind === 'close' || move.kind === 'reply';
}
