import type { Fault } from '../fault.js';
import { sharing } from '../sharing.js';

export const fault: Fault = {
  summary: 'A selection delivers what waits of users as well whose identifiers differ in the last sign alone',
  hook: sharing('kept', (id) => id.slice(0, -1)),
};
