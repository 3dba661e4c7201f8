import { crashing } from '../crashing.js';

export const fault = crashing(
  'A query with more than the key ends in an internal error without its code',
  ({ query }) => new Set(query.keys()).size > 1,
);
