import { pointerNames } from '../../json.js';

/**
 * JSON text indented for reading; every token stays as it was sent, so no number loses digits. Null when the text is not
 * JSON, or is nested too deeply to be worth it.
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

/** Lines of indented JSON; `marked`: the value at the place; `ghost`: it should stand here and does not. */
export interface JsonLine {
  text: string;
  marked?: true;
  ghost?: true;
}

/**
 * Indented JSON (as made by `prettyJson`) with the place of a pointer marked. Something missing at the place is shown as
 * a ghost in the object where it belongs.
 */
export function markedJson(pretty: string, pointer: string): JsonLine[] {
  const wanted = pointerNames(pointer);
  const lines: JsonLine[] = pretty.split('\n').map((text) => ({ text }));
  if (wanted.length === 0) return lines;
  const stack: { list: boolean; next: number; key: string }[] = [];
  let parent: number | null = null;
  let found = false;
  let within: number | null = null;
  for (const [at, line] of lines.entries()) {
    const text = line.text.trim();
    if (/^[}\]]/.test(text)) {
      if (within !== null && stack.length <= within) {
        line.marked = true;
        within = null;
      }
      stack.pop();
      if (within === null) continue;
    }
    if (within !== null) line.marked = true;
    const top = stack.at(-1);
    const key = /^"((?:[^"\\]|\\.)*)": /.exec(text)?.[1];
    if (top && !/^[}\]]/.test(text)) top.key = top.list ? String(top.next++) : unescaped(key ?? '');
    const path = stack.map((level) => level.key);
    const opens = /[{[]$/.test(text);
    if (same(path, wanted)) {
      line.marked = true;
      found = true;
      if (opens) within = stack.length;
    }
    if (opens) {
      if (same(path, wanted.slice(0, -1))) parent = at;
      stack.push({ list: text.endsWith('['), next: 0, key: '' });
    }
  }
  if (found || parent === null) return lines;
  const indent = ' '.repeat((/^ */.exec(lines[parent]?.text ?? '')?.[0].length ?? 0) + 2);
  const ghost: JsonLine = { text: `${indent}"${wanted.at(-1)}" is missing here`, ghost: true };
  return [...lines.slice(0, parent + 1), ghost, ...lines.slice(parent + 1)];
}

function same(path: readonly string[], wanted: readonly string[]): boolean {
  return path.length === wanted.length && path.every((part, at) => part === wanted[at]);
}

function unescaped(key: string): string {
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    return key;
  }
}
