import { lenient } from '../lenient.js';

export const fault = lenient('Text after the document is passed over', (text) =>
  text.slice(0, text.lastIndexOf('}') + 1),
);
