import type { AddressSlot } from './address-slot.js';
import type { ContactPoint, User } from './model.js';

/** Something that the integrator is told. */
export interface ServiceEvent {
  name: string;
  /** `reply` is kept while no address is set; the others are not. */
  kind: 'routing' | 'reply' | 'delivery';
  version: string;
  user: User;
  point: ContactPoint;
  id: string;
  /** Messages that it reports, where it is about several. */
  ids?: string[];
  /** Milliseconds since the Unix epoch, by the clock of the contact point. */
  at: number;
  data: Record<string, unknown>;
}

/** One event on its way to an address. */
export interface Posting {
  event: ServiceEvent;
  slot: AddressSlot;
  /** Not before this moment, milliseconds since the Unix epoch. */
  due: number;
  /** Attempts so far. */
  tried: number;
}

/** The HTTP request that carries an event. */
export interface EventRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}
