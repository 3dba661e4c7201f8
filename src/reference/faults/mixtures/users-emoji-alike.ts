import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Signs beyond the basic plane are one in user identifiers',
  hook: () => ({ userKey: (userId) => userId.replace(/[\u{10000}-\u{10ffff}]/gu, '?') }),
};
