import { losingByClose } from '../racing.js';

export const fault = losingByClose('A message that overlaps a close is lost', 'message');
