import { type RoutingStep, reachesEmployees } from '../../description/routing.js';
import type { Description } from '../../description/types.js';
import {
  closeRule,
  deliveryEvents,
  operationOf,
  operationsOf,
  replyCausing,
  routingEvent,
  rowsOf,
} from '../description-lookups.js';
import type { Expectation, KeyChoice, RequestPlan } from '../request-plan.js';

import { acceptedOrRefused, expectDeliveries, mustExist, operate, SELECT_AGAIN, send } from '../steps.js';
import type { ExpectEventStep, OperatorStep, SendStep, Step } from '../types.js';
import { ConversationCourse, type InboxChecks, Reportable } from './course.js';
import { faultyField } from './further-moves.js';
import { type ConversationMove, type Move, NAMESAKE, triggerOf } from './moves.js';
import {
  BEGINNING,
  conversationOf,
  isOutsideConversation,
  isShared,
  next,
  participantOf,
  type Situation,
} from './situation.js';
import { fieldsWith, replyWith } from './values.js';

/** How closely a walk is examined, beyond what every run examines. */
export interface WalkChecks extends InboxChecks {
  /** That each delivered message is reported. */
  reports: boolean;
  /** What waited for employees, as soon as they have logged in. */
  logins: boolean;
  /** What nobody may see yet, before every selection or before every second one: it costs a look at each destination. */
  unseen: 'always' | 'alternately';
}

export const USUAL: WalkChecks = {
  replies: false,
  reports: false,
  details: [],
  card: [],
  asShown: false,
  order: false,
  logins: false,
  unseen: 'always',
};

/**
 * The steps of a walk. Every move is judged: its response, the events that it causes, and what employees see before
 * each selection and each close; the total number of events is counted when the run ends.
 */
export function walkSteps(description: Description, moves: readonly Move[], scrutiny = USUAL): Step[] {
  const walk = new Walk(description, moves, scrutiny);
  return [...walk.opening(), ...moves.flatMap((move) => walk.steps(move)), ...walk.ending()];
}

/** A walk as far as it has come. */
class Walk {
  private readonly courses = new Map<string, ConversationCourse>();
  private situation: Situation = BEGINNING;
  /** It changes the address or the presence of employees, so it has a contact point of its own. */
  private readonly hasOwnPoint: boolean;
  private addresses = 0;
  private selections = 0;
  /** Replies that wait for an address, and the hour of each. */
  private readonly waiting: { step: ExpectEventStep; hour: number }[] = [];
  /** How far the service's clock has moved. */
  private hours = 0;
  private readonly reportable = new Reportable();

  constructor(
    private readonly description: Description,
    moves: readonly Move[],
    private readonly scrutiny: WalkChecks,
  ) {
    this.hasOwnPoint = moves.some(isShared);
    for (const move of moves) {
      if (isOutsideConversation(move) || this.courses.has(participantOf(move).name)) continue;
      const participant = participantOf(move);
      const key: KeyChoice = this.hasOwnPoint ? 'unset' : participant.key;
      const triggers = moves.flatMap((move) =>
        isOutsideConversation(move) || participantOf(move).name !== participant.name
          ? []
          : (triggerOf(move) ?? []),
      );
      this.courses.set(participant.name, new ConversationCourse(description, participant, key, triggers));
    }
  }

  opening(): Step[] {
    return this.hasOwnPoint ? [{ do: 'address', label: this.label(), key: 'unset', setup: true }] : [];
  }

  steps(move: Move): Step[] {
    const steps = this.stepsOf(move);
    this.reportable.note(this.courses.values(), this.situation);
    return steps;
  }

  private stepsOf(move: Move): Step[] {
    const before = this.situation;
    const reached = next(this.description, before, move);
    if (!reached) throw new Error(`The move ${move.name} is not legal where it stands.`);
    this.situation = reached;
    if (move.kind === 'presence') {
      const { destination, online } = move;
      return [
        { do: 'presence', destination: destination || 'chosen', online, key: 'unset', affectsNoOther: true },
        ...(online && this.scrutiny.logins ? this.seenAfterLogin(before) : []),
      ];
    }
    if (move.kind === 'address') return this.address(move.away);
    if (move.kind === 'clock') {
      this.hours += move.hours;
      return [{ do: 'clock', hours: this.hours }];
    }
    const course = this.courses.get(participantOf(move).name) as ConversationCourse;
    const was = conversationOf(this.description, before, course.participant).state;
    return this.conversationSteps(course, move, reachesEmployees(this.description.routing, was));
  }

  /** What is left to see when the walk has ended, and the total number of each routing event. */
  ending(): Step[] {
    return [...this.courses.values()].flatMap((course) => {
      const { state, written } = conversationOf(this.description, this.situation, course.participant);
      const sees = reachesEmployees(this.description.routing, state) && written;
      return [
        ...course.unseen(),
        ...(sees ? this.seen(course) : []),
        ...course.unseenByOthers(),
        ...(this.tells(course) ? [...this.totals(course), ...this.reports(course)] : []),
      ];
    });
  }

  /** Name of the address that is set. */
  private label(): string {
    return `walk-${this.addresses + 1}`;
  }

  /** What is still on its way to the address that is set now might never come: it is awaited before. */
  private address(away: boolean): Step[] {
    const reported = [...this.courses.values()].flatMap((course) =>
      this.tells(course) ? this.reports(course) : [],
    );
    return [...reported, ...this.readdress(away)];
  }

  /** What waited for an address comes to the one that is now set, if it is young enough. */
  private readdress(away: boolean): Step[] {
    if (away) return [{ do: 'address', label: null, key: 'unset' }];
    this.addresses += 1;
    const label = this.label();
    const due = this.waiting
      .splice(0)
      .flatMap(({ step, hour }) => this.afterWait(step, label, this.hours - hour));
    return [{ do: 'address', label, key: 'unset' }, ...due];
  }

  /** Exactly at the limit, either may happen. */
  private afterWait(step: ExpectEventStep, address: string, hours: number): Step[] {
    const { replyRetentionHours } = this.description.limits;
    if (hours < replyRetentionHours) return [{ ...step, address }];
    const { address: _, ...anywhere } = step;
    return hours > replyRetentionHours ? [{ ...anywhere, times: 0, settles: true }] : [];
  }

  private conversationSteps(course: ConversationCourse, move: ConversationMove, selected: boolean): Step[] {
    switch (move.kind) {
      case 'message':
        return this.message(course, move);
      case 'select':
        return this.select(course, move, selected);
      case 'close': {
        const seen = this.seen(course);
        const act = this.acts(course, operate(closeRule(this.description).action, {}));
        const { sends } = course.advance();
        const notified = sends && this.tells(course) ? [this.counted(course, sends)] : [];
        course.closed();
        return [...seen, act, ...notified];
      }
      case 'reply':
        return this.reply(course, move);
      case 'refused': {
        const { rows, plan } = faulty(this.description, move);
        return [
          send(this.description, move.operation, { kind: 'refused', rows }, { ...course.who, ...plan }),
        ];
      }
      case 'read':
        return [send(this.description, move.operation, this.readable(move.operation), course.who)];
    }
  }

  /** What is read must be there; what else its response says is judged wherever the description shows it. */
  private readable(operation: string): Expectation {
    const { description } = this;
    const isShown = operationsOf(description, 'destinations').includes(operation);
    return isShown ? { kind: 'accepted' } : (mustExist(description) ?? { kind: 'documented' });
  }

  private message(course: ConversationCourse, move: Extract<ConversationMove, { kind: 'message' }>): Step[] {
    const { sends, transition } = course.advance();
    const { keeps, delivers } = this.description.routing.transitions[transition] ?? {};
    const { as, like } = course.nextMessage(move.operation, move.repeats === true);
    if (this.situation.away) course.sentWithoutAddress.add(as);
    if (keeps) course.kept.push(as);
    if (delivers) course.delivers(as);
    if (course.selectedAgain) course.mayHaveAsked += 1;
    course.selectedAgain = false;
    const plan = {
      ...course.who,
      ...(like !== undefined && { body: { kind: 'documented', like } as const }),
    };
    const sent = this.sent(move.operation, { kind: 'accepted' }, { plan, as, value: move.value });
    return [sent, ...(sends && this.tells(course) ? [this.counted(course, sends)] : [])];
  }

  private looksForUnseen(): boolean {
    this.selections += 1;
    return this.scrutiny.unseen === 'always' || this.selections % 2 === 1;
  }

  /** With values that may be refused: if they are, with usual ones instead. */
  private sent(
    operation: string,
    expect: Expectation,
    { plan, as, value }: { plan: Partial<RequestPlan>; as: string; value: string | undefined },
  ): SendStep {
    const { description } = this;
    const usual = send(description, operation, expect, plan, { as });
    if (value === undefined) return usual;
    const body = { kind: 'documented', set: fieldsWith(description, operation, value) } as const;
    const refusable = acceptedOrRefused(description, `${operation} with unusual values`, value);
    return { ...send(description, operation, refusable, { ...plan, body }, { as }), instead: usual };
  }

  private select(
    course: ConversationCourse,
    move: Extract<ConversationMove, { kind: 'select' }>,
    again: boolean,
  ): Step[] {
    const unseen = this.looksForUnseen() ? course.unseen() : [];
    const { transition } = course.advance();
    const { delivers = false } = this.description.routing.transitions[transition] ?? {};
    const destination = move.destination ?? 0;
    const as = course.nextSelection();
    course.selected(destination, { as, releases: delivers });
    const plan = { ...course.who, ...(destination !== 0 && { destination }) };
    const expect = again
      ? ({ kind: 'documented', gap: SELECT_AGAIN } as const)
      : ({ kind: 'accepted' } as const);
    const select = operationOf(this.description, 'select');
    return [...unseen, this.sent(select, expect, { plan, as, value: again ? undefined : move.value })];
  }

  private reply(course: ConversationCourse, move: Extract<ConversationMove, { kind: 'reply' }>): Step[] {
    const rule = replyCausing(this.description, move.event);
    const as = course.nextReply(move.event);
    const { user } = course.participant;
    const notified: ExpectEventStep = {
      do: 'expect-event',
      event: move.event,
      user,
      times: 1,
      carries: { of: as, parameters: rule.carries },
      ...(this.hasOwnPoint && { address: this.label() }),
    };
    const parameters = {
      ...rule.parameters,
      ...(move.value !== undefined && replyWith(this.description, move.event, move.value)),
    };
    const step = operate(rule.action, parameters, { as });
    const act = this.acts(course, move.early ? { ...step, leftOpen: true } : step);
    course.noteReply(as);
    if (!this.situation.away) return [act, notified];
    this.waiting.push({ step: notified, hour: this.hours });
    return [act];
  }

  /** If an employee cannot act, the conversation is lost: the next message is asked about, or is not seen. */
  private acts(course: ConversationCourse, step: OperatorStep): Step {
    const as = course.named('further message');
    const { holder, who } = course;
    const own = { ...step, user: course.participant.user, ...(who.key && { key: who.key }) };
    // Which employees have the conversation is open, and so is whether those can act whom the driver means.
    if (holder === null) return { ...own, mayBeImpossible: true };
    const acting = { ...own, ...(holder !== 0 && { destination: holder }) };
    if (this.situation.away) return acting;
    const message = operationOf(this.description, 'message');
    return {
      ...acting,
      ifItFails: [
        send(this.description, message, { kind: 'accepted' }, who, { as }),
        { ...this.counted(course, routingEvent(this.description)), settles: true },
        ...this.seen(course, as),
      ],
    };
  }

  /** Only employees who are logged in see anything. */
  private seen(course: ConversationCourse, further?: string): Step[] {
    return course.isHeldBy(this.situation.loggedOut) ? [] : course.seen(this.scrutiny, further);
  }

  /** What employees must see who were logged out before. */
  private seenAfterLogin({ loggedOut }: Situation): Step[] {
    return [...this.courses.values()]
      .filter((course) => course.isHeldBy(loggedOut))
      .flatMap((course) => this.seen(course));
  }

  /** Whether the events of the participant come to this run. */
  private tells({ participant }: ConversationCourse): boolean {
    return participant !== NAMESAKE;
  }

  /** The event must have come as often as the moves so far cause it. */
  private counted(
    { routed, participant: { user }, mayHaveAsked }: ConversationCourse,
    event: string,
  ): ExpectEventStep {
    const due = routed.filter(({ sends }) => sends === event).length;
    const open = routed.flatMap((step) => (step.open?.event === event ? [step.open.gap] : []));
    if (event === routingEvent(this.description))
      open.push(...Array.from({ length: mayHaveAsked }, () => SELECT_AGAIN));
    const [gap] = open;
    const times = gap === undefined ? due : { atLeast: due, atMost: due + open.length, gap };
    return { do: 'expect-event', event, user, times };
  }

  private totals(course: ConversationCourse): Step[] {
    const sent = course.routed.flatMap(({ sends }: RoutingStep) => (sends === null ? [] : [sends]));
    return [...new Set([routingEvent(this.description), ...sent])].map(
      (event): Step => ({ ...this.counted(course, event), settles: true }),
    );
  }

  private reports(course: ConversationCourse): Step[] {
    const messages = this.reportable.of(course);
    if (!this.scrutiny.reports || messages.length === 0) return [];
    const [event] = deliveryEvents(this.description);
    if (event === undefined) return [];
    return [expectDeliveries(event, messages, { user: course.participant.user })];
  }
}

/** A request with the fault of the move, and the rows that it is refused by. */
function faulty(
  description: Description,
  { operation, fault }: Extract<Move, { kind: 'refused' }>,
): { rows: string[]; plan: Partial<RequestPlan> } {
  switch (fault) {
    case 'type': {
      const field = faultyField(description, operation) ?? '';
      return {
        rows: rowsOf(description, 'wrong-type'),
        plan: { body: { kind: 'documented', set: { [field]: {} } } },
      };
    }
    case 'syntax':
      return {
        rows: rowsOf(description, 'malformed-json'),
        plan: { body: { kind: 'mutated', mutation: 'no-closing-brace' } },
      };
    case 'key':
      return { rows: rowsOf(description, 'no-key'), plan: { key: 'none' } };
  }
}
