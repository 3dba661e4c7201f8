import type { Operator } from '../engine/ports.js';

const NONE = { ok: false, kind: 'unsupported', text: 'no driver is configured' } as const;

/** Nobody acts for the employee: every action is unsupported. */
export const noOperator: Operator = {
  name: 'none',
  shows: [],
  supports: () => false,
  perform: async () => NONE,
  inbox: async () => NONE,
  close: async () => undefined,
};
