import { changingErrors } from '../errors-changed.js';

export const fault = changingErrors('The code stands under a name of its own in every row', (value, key) =>
  typeof value === 'number' ? [`${key}${value}`, value] : [key, value],
);
