import type { ServiceEvent } from '../../service-event.js';
import type { Defect } from '../fault.js';

/** Such events are never sent. */
export function silencing(isSilenced: (event: ServiceEvent) => boolean): Defect {
  return { hook: ({ notify }) => ({ notify: (event) => (isSilenced(event) ? [] : notify(event)) }) };
}
