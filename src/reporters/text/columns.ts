/** Columns that the text takes in a terminal; wide characters and emoji take two. */
export function width(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

/** The text cut to `columns`, with an ellipsis where something was left out. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += graphemeWidth(grapheme);
    if (used > columns - 1) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of at most `columns`, broken at spaces; a word that is longer is cut into pieces. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => chunks(word, columns))) {
    if (line === '') line = word;
    else if (width(line) + 1 + width(word) <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** `wrap` to at most `most` lines; the last one ends in an ellipsis where something was left out. */
export function wrapAtMost(text: string, columns: number, most: number): string[] {
  const lines = wrap(text, columns);
  if (most <= 0) return [];
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), fit(lines.slice(most - 1).join(' '), columns)];
}

function chunks(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const out: string[] = [''];
  for (const grapheme of graphemes(word)) {
    const last = out.length - 1;
    if (width(out[last] ?? '') + graphemeWidth(grapheme) > columns) out.push(grapheme);
    else out[last] += grapheme;
  }
  return out;
}

/** Characters that take one column each, as nearly all do. */
const PLAIN = /^[ -~]*$/;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

function graphemeWidth(grapheme: string): number {
  if (/^\p{Mn}+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}
