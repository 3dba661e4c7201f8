import { changingErrors } from '../errors-changed.js';

export const fault = changingErrors(
  'Errors of status 400 have no code',
  (value, key) => [key, typeof value === 'number' ? undefined : value],
  (status) => status === 400,
);
