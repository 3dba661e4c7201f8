import { lenient } from '../lenient.js';

export const fault = lenient('Control characters may stand in a text', (text) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  text.replace(/[\u0000-\u001f]/g, ' '),
);
