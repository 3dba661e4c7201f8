import type { Fault } from './fault.js';

/** A reader that takes more for JSON than RFC 8259 does: what it cannot read, it repairs and reads again. */
export function lenient(summary: string, repair: (text: string) => string): Fault {
  return {
    summary,
    hook: ({ parse }) => ({
      parse(bytes) {
        try {
          return parse(bytes);
        } catch {
          return JSON.parse(repair(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
        }
      },
    }),
  };
}
