import { overwriting } from '../racing.js';

export const fault = overwriting('Of two messages that are kept at once one is lost', 'message', ['kept']);
