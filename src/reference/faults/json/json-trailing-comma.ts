import { lenient } from '../lenient.js';

export const fault = lenient('A comma before a closing brace is passed over', (text) =>
  text.replace(/,\s*\}/g, '}'),
);
