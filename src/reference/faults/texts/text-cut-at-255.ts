import { cutAt255, ofUsers } from '../alterations.js';

export const fault = ofUsers(cutAt255);
