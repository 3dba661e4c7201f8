import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers are compared in one normal form',
  hook: () => ({ userKey: (userId) => userId.normalize('NFC') }),
};
