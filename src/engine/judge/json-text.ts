/** Facts of a JSON text that `JSON.parse` hides. */
export interface JsonFacts {
  depth: number;
  /** Names that the top-level object gives more than once. */
  repeated: string[];
}

const [QUOTE, COMMA, BACKSLASH, COLON] = [0x22, 0x2c, 0x5c, 0x3a];
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/** One pass over valid JSON; nothing is built and nothing recurs, so neither depth nor length can hurt. */
export function jsonFacts(text: string): JsonFacts {
  let depth = 0;
  let deepest = 0;
  let last = { from: 0, to: 0 };
  const names = new Map<string, number>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const from = at;
      at = endOfString(text, at);
      last = { from, to: at + 1 };
    } else if (code === COLON && depth === 1) {
      // Parsed, for a name can be spelled with escapes.
      const name = JSON.parse(text.slice(last.from, last.to)) as string;
      names.set(name, (names.get(name) ?? 0) + 1);
    } else if (OPENING.includes(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.includes(code)) depth -= 1;
  }
  return { depth: deepest, repeated: [...names].filter(([, times]) => times > 1).map(([name]) => name) };
}

/** Whether a text that may be JSON has more than `most` commas outside of strings, and so as many values side by side. */
export function hasMoreCommas(text: string, most: number): boolean {
  let commas = 0;
  for (let at = 0; at < text.length && commas <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas += 1;
  }
  return commas > most;
}

/** Position of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
