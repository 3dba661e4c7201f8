import { formDecoded, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(formDecoded);
