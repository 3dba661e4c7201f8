import { overwriting } from '../racing.js';

export const fault = overwriting('A message that is kept while a selection is under way is lost', 'select', [
  'kept',
]);
