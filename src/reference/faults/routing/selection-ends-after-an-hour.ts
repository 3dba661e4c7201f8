import type { Fault } from '../fault.js';
import { afterHours } from '../passing-time.js';

export const fault: Fault = {
  summary: 'A selection ends after an hour',
  hook: afterHours(1, (user, initial) =>
    Object.assign(user, { state: initial, destination: null, ordinal: 0 }),
  ),
};
