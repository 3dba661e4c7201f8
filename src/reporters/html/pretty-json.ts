/**
 * JSON text indented for reading; every token stays as it was sent, so no number loses digits.
 * Null when the text is not JSON, or nested too deep to be worth it.
 */
export function prettyJson(text: string): string | null {
  if (!isJson(text)) return null;
  let out = '';
  let depth = 0;
  let deepest = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++;
      deepest = Math.max(deepest, depth);
      if (deepest > DEEPEST) return null;
      out += token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      out = /[[{]\s*$/.test(out.slice(-2 * DEEPEST - 4))
        ? `${out.trimEnd()}${token}`
        : `${out}${line()}${token}`;
    } else out += token === ',' ? `,${line()}` : token === ':' ? ': ' : token;
  }
  return out;
}

const DEEPEST = 40;

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
