import { ofEmployees, trimmed } from '../alterations.js';

export const fault = ofEmployees(trimmed);
