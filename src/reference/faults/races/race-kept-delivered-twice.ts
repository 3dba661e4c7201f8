import { overwriting } from '../racing.js';

export const fault = overwriting('Two selections at once both deliver what was kept', 'select', [
  'kept',
  'state',
  'destination',
]);
