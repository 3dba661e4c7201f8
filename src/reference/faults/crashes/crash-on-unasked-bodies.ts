import { crashing } from '../crashing.js';

export const fault = crashing(
  'A body where none is due ends in an internal error without its code',
  ({ operation, bytes }) => operation?.rule.request === null && Boolean(bytes?.length),
);
