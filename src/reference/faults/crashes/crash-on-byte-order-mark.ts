import { crashing } from '../crashing.js';

export const fault = crashing(
  'A byte order mark ends in an internal error without its code',
  ({ bytes }) => bytes?.[0] === 0xef && bytes[1] === 0xbb,
);
