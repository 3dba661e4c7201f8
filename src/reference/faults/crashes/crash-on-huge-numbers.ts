import { crashing, textOf } from '../crashing.js';

export const fault = crashing(
  'A number beyond double range ends in an internal error without its code',
  (call) => /\de\d{3}/i.test(textOf(call)),
);
