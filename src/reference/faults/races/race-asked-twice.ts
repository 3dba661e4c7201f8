import { overwriting } from '../racing.js';

export const fault = overwriting('Two first messages at once both count as the first', 'message', [
  'ordinal',
]);
