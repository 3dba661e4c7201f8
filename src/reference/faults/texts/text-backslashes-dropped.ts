import { backslashesDropped, ofUsers } from '../alterations.js';

export const fault = ofUsers(backslashesDropped);
