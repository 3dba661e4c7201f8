import { formDecoded, ofUsers } from '../alterations.js';

export const fault = ofUsers(formDecoded);
