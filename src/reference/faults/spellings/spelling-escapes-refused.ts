import { strict } from '../strict.js';

export const fault = strict('Letters that are written as escapes are refused', (text) =>
  /\\u00[4-7]/i.test(text),
);
