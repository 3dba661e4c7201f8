import { htmlEscaped, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(htmlEscaped);
