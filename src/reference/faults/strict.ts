import type { Fault } from './fault.js';

/** A reader that takes less for JSON than RFC 8259 does. */
export function strict(summary: string, refuses: (text: string) => boolean): Fault {
  return misread(summary, (text) => {
    if (refuses(text)) throw new SyntaxError(summary);
    return text;
  });
}

/** A reader that takes a text for another one. */
export function misread(summary: string, change: (text: string) => string): Fault {
  return {
    summary,
    hook: ({ parse }) => ({
      parse: (bytes) => parse(Buffer.from(change(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))),
    }),
  };
}

/** The text without what stands between quotes. */
export function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
}
