import { emojiDropped, ofEmployees } from '../alterations.js';

export const fault = ofEmployees(emojiDropped);
