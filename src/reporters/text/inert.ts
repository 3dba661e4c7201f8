/**
 * The text with every character that could steer a terminal, a parser or the reading order made visible.
 * Line feeds and tabs stay; emoji joiners stay.
 */
export function inert(text: string): string {
  if (text.isWellFormed() && !SUSPECT.test(text)) return text;
  return text.toWellFormed().replace(STEERING, shown);
}

/** Finds all of these some times faster, and an emoji's half now and then: pages of megabytes mostly hold none. */
const SUSPECT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]/;

/** `inert` on one line: line feeds, carriage returns and tabs become symbols. */
export function oneLine(text: string): string {
  return inert(text).replaceAll('\n', '⏎').replaceAll('\t', ' ');
}

/**
 * C0 and C1 controls but tab and line feed, line and paragraph separators, bidi controls, soft hyphen, zero-width space,
 * word joiners, byte order mark, interlinear annotations and tags.
 */
const STEERING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
