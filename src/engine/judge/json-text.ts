const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/** How deep a JSON text is nested. One pass; nothing is built and nothing recurs, so neither depth nor length can hurt. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.includes(code)) depth -= 1;
  }
  return deepest;
}

/** Whether a text that may be JSON has more than `most` commas outside of strings, and so as many values side by side. */
export function hasMoreCommas(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let commas = 0;
  for (let at = 0; at < text.length && commas <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas += 1;
  }
  return commas > most;
}

/** Position of the closing quote of the string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
