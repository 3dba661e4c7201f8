import { backslashesDropped, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(backslashesDropped);
