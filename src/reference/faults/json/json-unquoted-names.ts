import { lenient } from '../lenient.js';

export const fault = lenient('Names need no quotes', (text) =>
  text.replace(/([{,])([a-z_]\w*):/gi, '$1"$2":'),
);
