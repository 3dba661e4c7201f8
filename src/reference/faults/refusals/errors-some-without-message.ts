import { changingErrors } from '../errors-changed.js';

export const fault = changingErrors(
  'Errors of status 400 have no message',
  (value, key) => [key, typeof value === 'string' ? undefined : value],
  (status) => status === 400,
);
