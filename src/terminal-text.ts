import { Buffer } from 'node:buffer';

/**
 * The text with every character that could steer a terminal, a parser or the reading order made visible.
 * Line feeds and tabs stay; emoji joiners stay.
 */
export function inert(text: string): string {
  if (text.isWellFormed() && !MAYBE_STEERING.test(text)) return text;
  return text.toWellFormed().replace(STEERING, shown);
}

/** `inert` on one line: line feeds and carriage returns become symbols, tabs become spaces. */
export function oneLine(text: string): string {
  return inert(text).replaceAll('\n', '⏎').replaceAll('\t', ' ');
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/**
 * A text from outside on one line, at most `length` characters, without anything that steers a terminal or the
 * reading order: what a driver, a destination or a child process says is never printed unchanged.
 */
export function plain(text: string, length: number): string {
  const line = text.toWellFormed().replace(STEERING, ' ').replace(/\s+/g, ' ').trim();
  return cutText(line, length);
}

/** Text in double quotes on one line, cut where it is long, safe to show on a terminal. */
export function quoted(text: string): string {
  return `"${printable(cutText(text, LONGEST_QUOTED))}"`;
}

/** Control, format and separator characters as escapes: a file name or key may hold what a terminal would obey. */
export function printable(text: string): string {
  return text.replace(ESCAPED, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

const LONGEST_QUOTED = 60;

/**
 * C0 and C1 controls except tab and line feed, line and paragraph separators, bidi controls, soft hyphen, zero-width
 * space, word joiners, byte order mark and interlinear annotations. Emoji joiners are none of them.
 */
const UNITS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`;

/**
 * What could steer a terminal, a parser or the reading order in a text from outside, including tags. To be replaced.
 */
export const STEERING = new RegExp(`[${UNITS}\\u{e0000}-\\u{e007f}]`, 'gu');

/** Finds all of these several times faster, and sometimes half an emoji: pages of megabytes mostly hold none. */
export const MAYBE_STEERING = new RegExp(`[${UNITS}\\udb40]`);

/** Part of a character class: everything without a shape of its own. Names and words of a shell show it escaped. */
export const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}`;

const ESCAPED = new RegExp(`[${HIDDEN}\\p{Cs}]`, 'gu');

/** A text cut to a number of characters; an ellipsis stands for the rest. No character is cut in half. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most - 1)}…`;
}

/** The beginning of a longer text, and how long the whole is. */
export function cutTextCounted(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}… [${text.length} characters]`;
}

/** The first characters, up to a number. */
export function startOf(text: string, most: number): string {
  return text.slice(0, isHalved(text, most) ? most - 1 : most);
}

/** Where two texts begin to differ; the length of the shorter one if it is the beginning of the other. */
export function divergence(first: string, second: string): number {
  let at = 0;
  while (at < first.length && at < second.length && first[at] === second[at]) at++;
  return at;
}

/** How much two texts share at their beginning and at their end, without cutting a character in half. */
export function commonEnds(first: string, second: string): { head: number; tail: number } {
  const most = Math.min(first.length, second.length);
  let head = divergence(first, second);
  if (isHalved(first, head) || isHalved(second, head)) head -= 1;
  let tail = 0;
  while (tail < most - head && first.at(-1 - tail) === second.at(-1 - tail)) tail += 1;
  if (isHalved(first, first.length - tail) || isHalved(second, second.length - tail)) tail -= 1;
  return { head, tail };
}

/** Whether a position is within a character of two units. */
export function isHalved(text: string, at: number): boolean {
  return at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
}

/**
 * A word as a shell reads it; what no POSIX quotes could carry through a terminal or a page that shows hidden
 * characters is escaped as bash and zsh read it.
 */
export function shellWord(word: string): string {
  if (SAFE.test(word)) return word;
  if (!CONTROL.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replace(/[\\']/g, '\\$&').replace(CONTROLS, escapedControl);
  return `$'${escaped}'`;
}

/** A command with its arguments. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** The words of such a line, each still as the shell reads it. */
export function wordsOfShellLine(line: string): string[] {
  return line.match(/(?:\$'(?:\\.|[^'\\])*'|'[^']*'|\\.|[^\s'\\])+/g) ?? [];
}

const SAFE = /^[\w@%+=:,./-]+$/;
const CONTROL = new RegExp(`[${HIDDEN}]`, 'u');
const CONTROLS = new RegExp(CONTROL, 'gu');

function escapedControl(text: string): string {
  const named: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  // Always three digits per byte: none of what follows is read as one more.
  return (
    named[text] ?? [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  );
}
