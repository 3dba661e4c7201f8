import { composed, ofUsers } from '../alterations.js';

export const fault = ofUsers(composed);
