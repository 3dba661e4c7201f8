import { asciiOnly, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(asciiOnly);
