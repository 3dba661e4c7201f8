import { strict, withoutStrings } from '../strict.js';

export const fault = strict('Numbers with a fraction of zero are refused', (text) =>
  /\.0\b/.test(withoutStrings(text)),
);
