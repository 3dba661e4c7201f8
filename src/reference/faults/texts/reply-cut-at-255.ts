import { cutAt255, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(cutAt255);
