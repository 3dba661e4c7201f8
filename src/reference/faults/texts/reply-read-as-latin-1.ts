import { ofEmployees, readAsLatin1 } from '../alterations.js';

export const fault = ofEmployees(readAsLatin1);
