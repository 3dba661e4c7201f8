import { overwriting } from '../racing.js';

export const fault = overwriting('A message that overlaps a selection undoes it', 'message', [
  'state',
  'destination',
]);
