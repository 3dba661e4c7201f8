import { strict } from '../strict.js';

export const fault = strict('Escaped surrogate pairs are refused', (text) =>
  /\\ud[89ab][\da-f]{2}\\ud[c-f]/i.test(text),
);
