import { crashing, textOf } from '../crashing.js';

export const fault = crashing('A lone surrogate ends in an internal error without its code', (call) =>
  /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i.test(textOf(call)),
);
