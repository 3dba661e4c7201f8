import { lineEndsUnified, ofUsers } from '../alterations.js';

export const fault = ofUsers(lineEndsUnified);
