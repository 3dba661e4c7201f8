import { lenient } from '../lenient.js';

export const fault = lenient('Commas without a member are passed over', (text) =>
  text.replace(/\{,/g, '{').replace(/,{2,}/g, ','),
);
