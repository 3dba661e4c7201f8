/** What became of a text on its way, to follow "the employee sees the text"; null: nothing that is known. */
export function changedText(pairs: readonly (readonly [unknown, unknown])[]): string | null {
  const texts = pairs.filter((pair): pair is [string, string] =>
    pair.every((entry) => typeof entry === 'string'),
  );
  if (texts.length === 0 || texts.length < pairs.length || texts.some(([due, came]) => due === came))
    return null;
  if (texts.every(([due, came]) => came.length < due.length && due.startsWith(came))) {
    const [length, ...others] = new Set(texts.map(([, came]) => came.length));
    if (length === undefined || others.length > 0) return 'cut short';
    return length === 0 ? 'empty' : `cut after ${length} character${length === 1 ? '' : 's'}`;
  }
  const [, words] = TEXT_CHANGES.find(([change]) => texts.every(([due, came]) => change(due) === came)) ?? [];
  return words ?? null;
}

/** What services do to texts, the likelier first. */
const TEXT_CHANGES: readonly [(text: string) => string, string][] = [
  [(text) => text.trim(), 'without its leading and trailing spaces'],
  [(text) => text.replaceAll('\r\n', '\n'), 'with different line ends'],
  [(text) => text.toLowerCase(), 'in lower case'],
  [(text) => text.normalize('NFC'), 'with its accents composed'],
  [(text) => text.replace(/[^\0-\x7f]/gu, '?'), 'with question marks in place of letters'],
  [(text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''), 'without its emoji'],
  [(text) => text.replace(/[?#].*$/s, ''), 'without what follows a question mark or hash'],
];
