import { lenient } from '../lenient.js';

export const fault = lenient('A missing brace is supplied', (text) => `${text}}`);
