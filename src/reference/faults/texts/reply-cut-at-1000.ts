import { cutAt1000, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(cutAt1000);
