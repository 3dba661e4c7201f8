import { lenient } from '../lenient.js';

export const fault = lenient('Comments between signs are passed over', (text) =>
  text.replace(/\/\*[\s\S]*?\*\//g, ''),
);
