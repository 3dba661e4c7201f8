import { lenient } from '../lenient.js';

export const fault = lenient('Unknown escapes are passed over', (text) =>
  text.replace(/\\(?!["\\/bfnrt]|u[\da-f]{4})/gi, ''),
);
