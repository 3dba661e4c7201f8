import type { Fault } from '../fault.js';
import { sharing } from '../sharing.js';

export const fault: Fault = {
  summary: 'Employees see what the same user wrote at another contact point',
  hook: sharing('seen', (id) => id),
};
