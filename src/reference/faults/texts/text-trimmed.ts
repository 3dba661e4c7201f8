import { ofUsers, trimmed } from '../alterations.js';

export const fault = ofUsers(trimmed);
