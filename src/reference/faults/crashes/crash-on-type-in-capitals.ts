import { crashing } from '../crashing.js';

export const fault = crashing(
  'A type in capitals ends in an internal error without its code',
  ({ headers }) => /[A-Z]/.test(headers['content-type'] ?? ''),
);
