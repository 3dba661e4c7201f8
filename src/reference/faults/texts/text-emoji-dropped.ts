import { emojiDropped, ofUsers } from '../alterations.js';

export const fault = ofUsers(emojiDropped);
