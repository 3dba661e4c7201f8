import { digitsAsNumbers, ofUsers } from '../alterations.js';

export const fault = ofUsers(digitsAsNumbers);
