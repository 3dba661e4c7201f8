import { strict, withoutStrings } from '../strict.js';

export const fault = strict('White space between tokens is refused', (text) =>
  /\s/.test(withoutStrings(text).trim()),
);
