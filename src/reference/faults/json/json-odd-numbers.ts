import { lenient } from '../lenient.js';

export const fault = lenient('Numbers may be spelled as in a programming language', (text) =>
  text.replace(/:(?:0x[\dA-F]+|\+\d+|0\d+|\d+\.)(?=[,}])/gi, ':1'),
);
