import { crashing } from '../crashing.js';

export const fault = crashing(
  'A parameter given twice ends in an internal error without its code',
  ({ query }) => new Set(query.keys()).size < query.size,
);
