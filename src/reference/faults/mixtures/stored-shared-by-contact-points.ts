import type { Fault } from '../fault.js';
import { sharing } from '../sharing.js';

export const fault: Fault = {
  summary: 'What waits for a selection at one contact point is delivered for the same user at another one',
  hook: sharing('kept', (id) => id),
};
