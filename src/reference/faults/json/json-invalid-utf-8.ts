import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Bytes that are no UTF-8 become question marks',
  hook: () => ({ parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) }),
};
