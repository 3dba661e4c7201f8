import type { Fault } from '../fault.js';
import { afterHours } from '../passing-time.js';

export const fault: Fault = {
  summary: 'What waits for a selection is gone after an hour',
  hook: afterHours(1, (user) => {
    user.kept = [];
  }),
};
