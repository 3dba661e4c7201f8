import { ofUsers, readAsLatin1 } from '../alterations.js';

export const fault = ofUsers(readAsLatin1);
