import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A destination is asked for at every message while none is selected',
  describe: changing('message', ({ sends }) => sends && Object.assign(sends, { messages: { from: 1 } })),
};
