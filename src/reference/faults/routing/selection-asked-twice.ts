import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A destination is asked for at the first two messages only',
  describe: changing(
    'message',
    ({ sends }) => sends && Object.assign(sends, { messages: { from: 1, to: 2 } }),
  ),
};
