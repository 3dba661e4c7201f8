import { lenient } from '../lenient.js';

export const fault = lenient('A second document after the first is passed over', (text) =>
  text.replace(/\}\{\}$/, '}'),
);
