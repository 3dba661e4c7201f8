import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers of digits alone are numbers of double precision',
  hook: () => ({ userKey: (userId) => (/^\d+$/.test(userId) ? String(Number(userId)) : userId) }),
};
