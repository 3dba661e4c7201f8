import { lenient } from '../lenient.js';

export const fault = lenient('Names may stand in single quotes', (text) =>
  text.replace(/'([^'"]*)':/g, '"$1":'),
);
