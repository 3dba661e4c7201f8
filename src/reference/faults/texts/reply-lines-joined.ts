import { linesJoined, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(linesJoined);
