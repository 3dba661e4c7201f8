import { misread } from '../strict.js';

export const fault = misread('Each half of an escaped surrogate pair is taken for a character', (text) =>
  text.replace(/\\ud[89a-f][\da-f]{2}/gi, '\uFFFD'),
);
