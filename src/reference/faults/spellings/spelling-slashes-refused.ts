import { strict } from '../strict.js';

export const fault = strict('Escaped slashes are refused', (text) => text.includes('\\/'));
