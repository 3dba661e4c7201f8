import { type RoutingStep, runRouting } from '../../description/routing.js';
import type { Description } from '../../description/types.js';
import type { KeyChoice, Nth, UserLabel } from '../request-plan.js';
import { look } from '../steps.js';
import type { InboxStep, Step } from '../types.js';
import { FIRST, type Participant } from './moves.js';
import type { Situation } from './situation.js';

/** What is looked at in inboxes, besides the content of messages. */
export interface InboxChecks {
  /** What employees wrote in earlier conversations. */
  replies: boolean;
  /** Further fields of messages. */
  details: readonly string[];
  /** Fields of the selection. */
  card: readonly string[];
  /** Of both, what inboxes do not show is left out. */
  asShown: boolean;
  /** That messages are in the order sent, once each. */
  order: boolean;
}

/** The state of one participant's conversations so far, and what its employees must and may see. */
export class ConversationCourse {
  /** Messages that wait for a selection, and those that employees have received, by the names of their requests. */
  readonly kept: string[] = [];
  /** Messages that were sent while no webhook address was set. */
  readonly sentWithoutAddress = new Set<string>();
  readonly delivered: string[] = [];
  /** Routing moves so far. */
  readonly routed: RoutingStep[] = [];
  /** How often each event of an employee's act is due so far. */
  readonly acts = new Map<string, number>();
  /** What employees wrote in earlier conversations. */
  readonly replied: string[] = [];
  /** The last message of each operation. */
  readonly last = new Map<string, string>();
  /** How many messages may have asked for a destination because of a second selection. */
  mayHaveAsked = 0;
  /** The next message may do so. */
  selectedAgain = false;
  /** What employees wrote in this conversation. */
  private readonly replying: string[] = [];
  private selections = 0;
  /** The selection that says who the user is; null: none, or it is open which one does. */
  private card: string | null = null;
  /** Delivered since the last choice of who has the conversation. */
  private since: string[] = [];
  /** Destinations that may have the conversation. */
  private holders: Nth[] = [];
  private readonly everHeld = new Set<Nth>();
  /** The same content was delivered before, so nobody can tell that the message itself is not seen. */
  private readonly known = new Set<string>();
  private readonly planned: RoutingStep[];

  constructor(
    description: Description,
    readonly participant: Participant,
    /** Key of the contact point. */
    readonly key: KeyChoice,
    triggers: Parameters<typeof runRouting>[1],
  ) {
    this.planned = runRouting(description.routing, triggers);
  }

  /** What the next move of the routing does. */
  advance(): RoutingStep {
    const step = this.planned[this.routed.length] as RoutingStep;
    this.routed.push(step);
    return step;
  }

  /** Whom its steps are about, if that is not the usual user. */
  get who(): { user?: UserLabel; key?: KeyChoice } {
    return {
      ...(this.participant.user !== FIRST.user && { user: this.participant.user }),
      ...(this.key !== FIRST.key && { key: this.key }),
    };
  }

  /** A name that no other step has. */
  named(what: string): string {
    return `${this.participant.name}${what}`;
  }

  nextMessage(operation: string, repeats: boolean): { as: string; like: string | undefined } {
    const as = this.named(`message ${this.kept.length + this.delivered.length + 1}`);
    const like = repeats ? this.last.get(operation) : undefined;
    if (like !== undefined && (this.delivered.includes(like) || this.known.has(like))) this.known.add(as);
    this.last.set(operation, as);
    return { as, like };
  }

  delivers(as: string): void {
    this.delivered.push(as);
    this.since.push(as);
  }

  nextReply(event: string): string {
    const number = (this.acts.get(event) ?? 0) + 1;
    this.acts.set(event, number);
    return this.named(`${event} ${number}`);
  }

  /** Employees have written the reply of this name. */
  noteReply(as: string): void {
    this.replying.push(as);
  }

  nextSelection(): string {
    this.selections += 1;
    return this.named(`selection ${this.selections}`);
  }

  /** @param releases the selection brings employees what was kept */
  selected(destination: Nth, { as, releases }: { as: string; releases: boolean }): void {
    const again = this.holders.length > 0;
    this.card = again ? null : as;
    this.holders = [...new Set([...this.holders, destination])];
    this.everHeld.add(destination);
    this.since = releases ? this.kept.splice(0) : [];
    this.delivered.push(...this.since);
    this.selectedAgain ||= again;
  }

  closed(): void {
    this.holders = [];
    this.since = [];
    this.selectedAgain = false;
    this.replied.push(...this.replying.splice(0));
  }

  /** The destination that has the conversation; null: none has, or it is open which. */
  get holder(): Nth | null {
    return this.holders.length === 1 ? (this.holders[0] as Nth) : null;
  }

  isHeldBy(destinations: readonly Nth[]): boolean {
    return this.holders.some((holder) => destinations.includes(holder));
  }

  /** What employees must see. It is unspecified whether those who may have received the conversation see earlier messages. */
  seen({ replies, details, card, order, asShown }: InboxChecks, further?: string): Step[] {
    const { holder, holders, delivered, since, replied } = this;
    const held = holder === null ? since : delivered;
    if (holders.length === 0 || held.length === 0) return [];
    const destination: InboxStep['destination'] = holder === null ? { oneOf: holders } : holder || 'chosen';
    const also = replies && holder !== null && replied.length > 0 ? { replies: [...replied] } : {};
    const who = { ...this.who, destination };
    const shown = { ...who, ...(asShown && details.length + card.length > 0 && { asShown: true as const }) };
    const holds = [...held, ...(further ? [further] : [])];
    return [
      look('present', holds, [...details], { ...shown, ...also }),
      ...(this.card !== null && card.length > 0 && since.length > 0
        ? [look('present', [...since], [...card], { ...shown, card: this.card })]
        : []),
      ...(order && holder !== null
        ? (['order', 'once'] as const).map((judge) => look(judge, holds, [], who))
        : []),
    ];
  }

  /** What nobody may see before the selection. */
  unseen(): Step[] {
    const hidden = this.kept.filter((as) => !this.known.has(as));
    return hidden.length === 0 ? [] : [look('absent', hidden, [], { ...this.who, destination: 'each' })];
  }

  /** What only those may see who were chosen at some time. */
  unseenByOthers(): Step[] {
    if (this.delivered.length === 0) return [];
    const held = [...this.everHeld];
    const destination = held.every((destination) => destination === 0) ? 'others' : { but: held };
    return [look('absent', [...this.delivered], [], { ...this.who, destination, settles: true })];
  }
}

/**
 * The messages whose delivery must be reported: those that came to employees who were logged in, at once or by a later
 * login, while there was an address to report it to (section 1).
 */
export class Reportable {
  private readonly messages = new Map<ConversationCourse, string[]>();
  /** How many messages of each conversation were delivered so far, and those of them that wait for a login. */
  private readonly noted = new Map<ConversationCourse, number>();
  private readonly waiting = new Map<ConversationCourse, string[]>();

  /** Whatever the last move has brought to the employees of these conversations. */
  note(courses: Iterable<ConversationCourse>, { away, loggedOut }: Situation): void {
    for (const course of courses) {
      // A service may report a message when it takes it, and then there was no address to report it to.
      const fresh = course.delivered
        .slice(this.noted.get(course) ?? 0)
        .filter((as) => !course.sentWithoutAddress.has(as));
      const arrived = [...(this.waiting.get(course) ?? []), ...fresh];
      const mustWait = course.isHeldBy(loggedOut);
      this.noted.set(course, course.delivered.length);
      this.waiting.set(course, mustWait ? arrived : []);
      if (!mustWait && !away) this.messages.set(course, [...this.of(course), ...arrived]);
    }
  }

  of(course: ConversationCourse): readonly string[] {
    return this.messages.get(course) ?? [];
  }
}
