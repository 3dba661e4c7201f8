import { REASON_PREFIXES, reasonEntry } from '../reasons.js';

/**
 * A stable reason code in words, as a clause that needs no sentence around it; for places where the reason's own text is
 * too long. An unknown code is shown as it is.
 */
export function reasonWords(code: string): string {
  const [before, rest] = parted(code);
  return before === null ? (reasonEntry(code)?.words ?? code) : `${before}: ${reasonWords(rest)}`;
}

/** The same, for counting: what failed before the verdict counts as one reason, whatever it was. */
export function broadReasonWords(code: string): string {
  return parted(code)[0] ?? reasonWords(code);
}

function parted(code: string): [string | null, string] {
  const [prefix, words] = Object.entries(REASON_PREFIXES).find(([each]) => code.startsWith(each)) ?? [
    '',
    null,
  ];
  return [words, code.slice(prefix.length)];
}
