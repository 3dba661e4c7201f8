import type { Driver } from './driver.js';

const NONE = { ok: false, kind: 'unsupported', text: 'no driver is configured' } as const;

/** Nobody acts for the employee: every action is unsupported. */
export const noOperator: Driver = {
  name: 'none',
  shows: [],
  whyNot: (action) => ({
    code: 'no-operator',
    text: `The employee's side cannot do "${action}": no driver is configured ("operator").`,
  }),
  supports: () => false,
  perform: async () => NONE,
  inbox: async () => NONE,
  close: async () => undefined,
};
