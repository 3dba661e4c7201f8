import { crashing, textOf } from '../crashing.js';

export const fault = crashing(
  'A field that nobody knows ends in an internal error without its code',
  (call) => textOf(call).includes('"unlisted":'),
);
