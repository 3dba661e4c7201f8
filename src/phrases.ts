/** A count in words: never, once, twice, 3 times. */
export function howOften(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
}

/** "1st", "22nd". */
export function ordinal(number: number): string {
  return `${number}${SUFFIXES[ORDINALS.select(number)]}`;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Record<Intl.LDMLPluralRule, string> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
};

/** "1 case", "3 cases". */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** The text with a capital at its beginning. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The first lines, and how many more there are, if any. */
export function firstFew(
  lines: readonly string[],
  most: number,
  more: (left: number) => string = (left) => `and ${left} more`,
): string[] {
  return lines.length > most ? [...lines.slice(0, most), more(lines.length - most)] : [...lines];
}

/** The words of a name in kebab case, as prose spells them. */
export function wordsOf(name: string): string {
  return name
    .split('-')
    .map((word) => SPELLED[word] ?? word)
    .join(' ')
    .replace('non ASCII', 'non-ASCII');
}

const SPELLED: Record<string, string> = { ascii: 'ASCII', json: 'JSON', kib: 'KiB', unicode: 'Unicode' };

/** A JSON value on one line: what ends a line for some programs, too, is escaped. */
export function jsonInLine(value: unknown): string {
  return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}

/** Parts of a sentence: "a, b and c". */
export function conjunction(parts: readonly string[]): string {
  return AND.format(parts);
}

/** Parts of a sentence: "a, b or c". */
export function disjunction(parts: readonly string[]): string {
  return OR.format(parts);
}

const AND = new Intl.ListFormat('en-GB');
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** That the employee's side is not able to do an action; `why` is a clause. */
export function cannotDo(action: string, why: string): string {
  return `The employee's side cannot do "${action}": ${why}.`;
}
