import { changingErrors } from '../errors-changed.js';

export const fault = changingErrors('No error has a message', (value, key) => [
  key,
  typeof value === 'string' ? undefined : value,
]);
