import { misread } from '../strict.js';

export const fault = misread('An exponent is passed over', (text) =>
  text.replace(/(:\s*\d[\d.]*)e[+-]?\d+/gi, '$1'),
);
