import { strict, withoutStrings } from '../strict.js';

export const fault = strict('Numbers with an exponent are refused', (text) =>
  /\de[+-]?\d/i.test(withoutStrings(text)),
);
