import { ofEmployees, resolved } from '../alterations.js';

export const fault = ofEmployees(resolved);
