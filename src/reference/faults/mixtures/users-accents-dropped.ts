import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers are compared without accents',
  hook: () => ({ userKey: (userId) => userId.normalize('NFD').replace(/\p{M}/gu, '') }),
};
