import { crashing } from '../crashing.js';

export const fault = crashing(
  'A body whose type is not declared ends in an internal error without its code',
  ({ headers, bytes }) => Boolean(bytes?.length) && headers['content-type'] === undefined,
);
