import type { Fault } from '../fault.js';
import { afterHours } from '../passing-time.js';

export const fault: Fault = {
  summary: 'What waits for a selection is gone after half a day',
  hook: afterHours(12, (user) => {
    user.kept = [];
  }),
};
