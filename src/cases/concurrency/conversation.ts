import { applies, reachesEmployees, transitionFrom } from '../../description/routing.js';
import type { Description, Transition, Trigger } from '../../description/types.js';
import { closeRule, routingEvent } from '../description-lookups.js';

import type { TimedMove } from './history.js';

/** How often an event is due, and how often it may come if the interface leaves it open. */
export interface Due {
  least: number;
  most: number;
}

/** The routing state of one user's conversation after some moves in one order. */
export interface Conversation {
  state: string;
  /** Messages in the present conversation, and the number of that conversation among the user's. */
  messages: number;
  conversations: number;
  /** A destination was selected again in this conversation: what that does is not shown. */
  reselected: boolean;
  /** Names of messages that wait for a selection. */
  kept: readonly string[];
  /** Names of messages that employees have received, and whether one of them is of the present conversation. */
  delivered: readonly string[];
  engaged: boolean;
  due: ReadonlyMap<string, Due>;
}

/** Where a user begins. */
export function firstConversation({ routing }: Description): Conversation {
  return {
    state: routing.initial,
    messages: 0,
    conversations: 1,
    reselected: false,
    kept: [],
    delivered: [],
    engaged: false,
    due: new Map(),
  };
}

/** Where the move leads; a text: why it cannot have ended like that here. */
export function proceed(
  description: Description,
  before: Conversation,
  move: TimedMove,
): Conversation | string {
  switch (move.kind) {
    case 'message':
      return afterMessage(description, before, move);
    case 'select':
      return afterSelection(description, before, move);
    case 'close':
      return afterClose(description, before, move);
    case 'reply':
      return move.refused && canAct(description, before) ? `${move.name} had to be possible` : before;
  }
}

/** Whether what is sent in this state reaches employees. */
export function reaches(description: Description, { state }: Conversation): boolean {
  return reachesEmployees(description.routing, state);
}

/** Whether employees can certainly act: in a conversation that they have; if it was selected again, nobody knows. */
export function canAct(description: Description, now: Conversation): boolean {
  return reaches(description, now) && now.engaged && !now.reselected;
}

function afterMessage(
  description: Description,
  before: Conversation,
  { name, refused }: TimedMove,
): Conversation | string {
  const step = leaving(description, before.state, 'message');
  if (!step || refused) return `${name} had to be accepted`;
  const messages = before.messages + 1;
  const { sends, open } = step;
  const asks = sends !== undefined && applies(sends, messages, before.conversations);
  const mayAsk = open !== undefined && applies(open, messages, before.conversations);
  const due = new Map(before.due);
  if (asks) add(due, sends.event, { least: before.reselected ? 0 : 1, most: 1 });
  else if (mayAsk) add(due, open.event, { least: 0, most: 1 });
  else if (before.reselected) add(due, routingEvent(description), { least: 0, most: 1 });
  return {
    ...before,
    state: step.to,
    messages,
    kept: step.keeps ? [...before.kept, name] : before.kept,
    delivered: step.delivers ? [...before.delivered, name] : before.delivered,
    engaged: before.engaged || step.delivers === true,
    due,
  };
}

function afterSelection(
  description: Description,
  before: Conversation,
  { name, refused }: TimedMove,
): Conversation | string {
  const step = leaving(description, before.state, 'select');
  const again = reaches(description, before);
  if (refused) return again ? before : `nothing was selected when ${name} was refused`;
  if (!step) return `${name} had to be refused`;
  if (again) return { ...before, state: step.to, reselected: true };
  return {
    ...before,
    state: step.to,
    kept: step.delivers ? [] : before.kept,
    delivered: step.delivers ? [...before.delivered, ...before.kept] : before.delivered,
    engaged: step.delivers === true && before.kept.length > 0,
  };
}

/** An employee who closes a closed conversation may be told that there is none, or that it is done. */
function afterClose(
  description: Description,
  before: Conversation,
  { name, refused }: TimedMove,
): Conversation | string {
  if (refused) return canAct(description, before) ? `${name} had to be possible` : before;
  const step = leaving(description, before.state, 'close');
  const due = new Map(before.due);
  if (!step) {
    add(due, closeRule(description).event, { least: 0, most: 1 });
    return { ...before, due };
  }
  if (step.sends) add(due, step.sends.event, { least: before.engaged ? 1 : 0, most: 1 });
  const next = { ...before, state: step.to, due };
  return step.ends
    ? { ...next, messages: 0, conversations: before.conversations + 1, reselected: false, engaged: false }
    : next;
}

function leaving({ routing }: Description, state: string, on: Trigger): Transition | undefined {
  return transitionFrom(routing, state, on)?.[1];
}

function add(due: Map<string, Due>, event: string, { least, most }: Due): void {
  const before = due.get(event) ?? { least: 0, most: 0 };
  due.set(event, { least: before.least + least, most: before.most + most });
}

/**
 * How versions may treat a user who uses several of them: with one state for all, whose messages are counted together or
 * by version, or with a state for each. Which one is not shown (section 9).
 */
export type VersionReading = 'shared' | 'counted-separately' | 'separate';

/** The question that it answers. */
export const STATE_ACROSS_VERSIONS = 'state-across-versions';

/** Readings of a history; only the first if it is all of one version. */
export function readingsOf(moves: readonly TimedMove[]): readonly VersionReading[] {
  return moves.some(({ version }) => version !== undefined)
    ? ['shared', 'counted-separately', 'separate']
    : ['shared'];
}

/** The conversations of a user under a reading, move after move. */
export class Threads {
  private readonly threads = new Map<string, Conversation>();
  /** By version: the conversation in which it last wrote, and how many messages it wrote there. */
  private readonly counts = new Map<string, Pick<Conversation, 'messages' | 'conversations'>>();

  constructor(
    private readonly own: Description,
    private readonly reading: VersionReading,
  ) {}

  /** The state of the user's conversation for a version; default: the version that most moves are of. */
  of(version?: string): Conversation {
    const now = this.threads.get(this.keyOf(version)) ?? firstConversation(this.own);
    if (this.reading !== 'counted-separately') return now;
    const count = this.counts.get(version ?? '');
    return { ...now, messages: count?.conversations === now.conversations ? count.messages : 0 };
  }

  set(version: string | undefined, next: Conversation): void {
    this.threads.set(this.keyOf(version), next);
    this.counts.set(version ?? '', { messages: next.messages, conversations: next.conversations });
  }

  get all(): readonly Conversation[] {
    return [...this.threads.values()];
  }

  /** Events that are due, of all conversations. */
  get due(): ReadonlyMap<string, Due> {
    const sum = new Map<string, Due>();
    for (const { due } of this.threads.values())
      for (const [event, { least, most }] of due) {
        const before = sum.get(event) ?? { least: 0, most: 0 };
        sum.set(event, { least: before.least + least, most: before.most + most });
      }
    return sum;
  }

  private keyOf(version: string | undefined): string {
    return this.reading === 'separate' ? (version ?? '') : '';
  }
}
