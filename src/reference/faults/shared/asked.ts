import type { Description } from '../../../description/types.js';
import type { ServiceEvent } from '../../service-event.js';

/** Whether the event asks for a destination: the close, which the routing sends too, starts the count of messages anew. */
export function isAsked({ kind, user }: ServiceEvent): boolean {
  return kind === 'routing' && user.destination === null && user.ordinal > 0;
}

/** The event that asks for a destination. */
export function routingEvent({ events }: Description): string {
  return Object.keys(events).find((name) => events[name]?.cause.kind === 'routing') ?? '';
}
