import { linesJoined, ofUsers } from '../alterations.js';

export const fault = ofUsers(linesJoined);
