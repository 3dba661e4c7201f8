import { strict } from '../strict.js';

export const fault = strict('White space around the object is refused', (text) => text.trim() !== text);
