import { asciiOnly, ofUsers } from '../alterations.js';

export const fault = ofUsers(asciiOnly);
