import { composed, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(composed);
