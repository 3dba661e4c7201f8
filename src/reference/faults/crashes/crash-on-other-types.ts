import { crashing } from '../crashing.js';

export const fault = crashing(
  'A body that is declared as something else ends in an internal error without its code',
  ({ headers }) => /^(?:text|application\/x-)/.test(headers['content-type'] ?? ''),
);
