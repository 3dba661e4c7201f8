import { lenient } from '../lenient.js';

export const fault = lenient('Words of a programming language are taken as values', (text) =>
  text.replace(/:(?:NaN|Infinity|undefined|True)\b/g, ':null'),
);
