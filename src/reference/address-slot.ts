import type { ServiceEvent } from './service-event.js';

/** One webhook address and what waits for it. */
export interface AddressSlot {
  url: string | null;
  /** Replies made while there was no address, oldest first. */
  replies: ServiceEvent[];
}
