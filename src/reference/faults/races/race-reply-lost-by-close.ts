import { losingByClose } from '../racing.js';

export const fault = losingByClose('A reply that overlaps a close is lost', 'reply');
