import { crashing } from '../crashing.js';

export const fault = crashing(
  'A body without a length ends in an internal error without its code',
  ({ headers, bytes }) => Boolean(bytes?.length) && headers['content-length'] === undefined,
);
