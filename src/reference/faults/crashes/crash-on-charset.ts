import { crashing } from '../crashing.js';

export const fault = crashing(
  'A declared charset ends in an internal error without its code',
  ({ headers }) => headers['content-type']?.includes('charset') === true,
);
