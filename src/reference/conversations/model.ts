import type { Rulebook } from '../rulebook.js';

/** One message as stored and shown; `fields` are named as in the request, or as the employee's action names them. */
export interface Message {
  id: string;
  /** Milliseconds since the Unix epoch, by the clock of the contact point. */
  at: number;
  fromUser: boolean;
  fields: Record<string, unknown>;
}

/** A message that reached employees of a destination. */
export interface SeenMessage extends Message {
  destinationId: string;
}

/** What the service knows of one user of one contact point. */
export interface User {
  id: string;
  /** Routing state, by its id in the description. */
  state: string;
  destination: Destination | null;
  /** Messages of the current conversation so far. */
  ordinal: number;
  /** Number of the user's current conversation, from 1. */
  conversation: number;
  /** Fields of the last selection that employees see: the person's name and attributes. */
  card: Record<string, unknown>;
  /** Messages that wait for a selection, oldest first. */
  kept: Message[];
  /** Messages that employees have seen, over all conversations, oldest first. */
  seen: SeenMessage[];
  /** Approximate memory that its requests take, bytes. */
  weight: number;
}

export interface Destination {
  id: string;
  name: string;
  /** Employees are logged in. */
  online: boolean;
  /** It can be selected. */
  available: boolean;
  /** Messages that wait for a login, oldest first. */
  waiting: { user: User; message: Message; rules: Rulebook }[];
}

/** A contact point: all state but the rules belongs to one. */
export interface ContactPoint {
  destinations: Map<string, Destination>;
  /** Longest idle first. */
  users: Map<string, User>;
  /** That of its users together. */
  weight: number;
  /** Webhook addresses: one per version, or one for all, as the dialect has it. */
  slots: Map<string, AddressSlot>;
  /** Messages of its users so far. */
  messages: number;
  /** How far its clock is ahead of the machine's, milliseconds. */
  clockOffset: number;
}

/** One webhook address and what waits for it. */
export interface AddressSlot {
  url: string | null;
  /** Replies made while there was no address, oldest first. */
  replies: ServiceEvent[];
}

/** An event sent to the gateway. */
export interface ServiceEvent {
  name: string;
  /** Only a `reply` is kept while no address is set. */
  kind: 'routing' | 'reply' | 'delivery';
  version: string;
  user: User;
  point: ContactPoint;
  id: string;
  /** The messages that it reports, if there are several. */
  ids?: string[];
  /** Milliseconds since the Unix epoch, by the clock of the contact point. */
  at: number;
  data: Record<string, unknown>;
}

/** One event on its way to an address. */
export interface Posting {
  event: ServiceEvent;
  slot: AddressSlot;
  /** Not before this time, milliseconds since the Unix epoch. */
  due: number;
  /** Attempts so far. */
  tried: number;
}

export interface Account {
  key: string;
  point: ContactPoint;
  /** Operations that its product version lacks, by interface version. */
  lacks: Record<string, string[]>;
}

const MIB = 1024 * 1024;

/** Bounds that keep the service's memory flat under any load; `weight`: of all users, and of all queued events. */
export const BOUNDS = {
  users: 20_000,
  messagesPerUser: 1_000,
  waiting: 20_000,
  queuedEvents: 20_000,
  weight: 64 * MIB,
  queuedWeight: 16 * MIB,
};

/** Appends to a list that drops its oldest entry beyond `limit`. */
export function pushBounded<T>(list: T[], entry: T, limit: number): void {
  list.push(entry);
  if (list.length > limit) list.shift();
}

/** Approximate memory that a JSON value takes, bytes; safe at any depth. */
export function weigh(value: unknown): number {
  const left = [value];
  let bytes = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') bytes += 24 + 2 * value.length;
    else if (typeof value !== 'object' || value === null) bytes += 8;
    else if (Array.isArray(value)) {
      bytes += 32 + 8 * value.length;
      for (const inner of value) left.push(inner);
    } else {
      bytes += 64;
      for (const [name, inner] of Object.entries(value)) {
        bytes += 40 + 2 * name.length;
        left.push(inner);
      }
    }
  }
  return bytes;
}
