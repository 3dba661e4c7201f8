import { ofUsers, placeholdersFilled } from '../alterations.js';

export const fault = ofUsers(placeholdersFilled);
