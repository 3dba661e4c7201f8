import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Entities of HTML are decoded in user identifiers',
  hook: () => ({ userKey: (userId) => userId.replaceAll('&amp;', '&') }),
};
