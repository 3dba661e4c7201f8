import { entitiesDecoded, ofUsers } from '../alterations.js';

export const fault = ofUsers(entitiesDecoded);
