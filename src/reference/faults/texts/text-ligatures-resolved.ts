import { ofUsers, resolved } from '../alterations.js';

export const fault = ofUsers(resolved);
