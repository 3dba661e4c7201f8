import type { Call } from '../call.js';
import type { Account } from '../model.js';
import type { Fault } from './fault.js';

/** A service that ends, where the interface leaves open what is right, in an internal error without its code. */
export function crashing(summary: string, when: (call: Call, account?: Account) => boolean): Fault {
  return {
    summary,
    hook: ({ authenticate, row }) => ({
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        if (when(call, account)) throw new Error(summary);
        return account;
      },
      row: (due, call) => (due.status >= 500 ? { ...row(due, call), code: 0 } : row(due, call)),
    }),
  };
}

/** The body as text, whatever it is. */
export function textOf({ bytes }: Call): string {
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}
