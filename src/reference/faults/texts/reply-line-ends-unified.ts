import { lineEndsUnified, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(lineEndsUnified);
