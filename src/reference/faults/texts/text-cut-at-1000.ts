import { cutAt1000, ofUsers } from '../alterations.js';

export const fault = ofUsers(cutAt1000);
