import { htmlEscaped, ofUsers } from '../alterations.js';

export const fault = ofUsers(htmlEscaped);
