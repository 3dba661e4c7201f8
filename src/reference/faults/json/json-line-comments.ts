import { lenient } from '../lenient.js';

export const fault = lenient('Comments up to the end of a line are passed over', (text) =>
  text.replace(/(?:\/\/|#) .*\n/g, ''),
);
