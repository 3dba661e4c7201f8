import { changingErrors } from '../errors-changed.js';

export const fault = changingErrors('No error has a code', (value, key) => [
  key,
  typeof value === 'number' ? undefined : value,
]);
