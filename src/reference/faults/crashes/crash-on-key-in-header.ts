import { crashing } from '../crashing.js';

export const fault = crashing(
  'A key in a header ends in an internal error without its code',
  ({ headers }) => headers['x-api-key'] !== undefined || headers.authorization !== undefined,
);
