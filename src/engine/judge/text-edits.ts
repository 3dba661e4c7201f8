import { commonEnds } from '../../terminal-text.js';

/**
 * In which characters two texts differ, as phrases to follow "the employee sees the text"; empty: in too many for a phrase.
 */
export function textEdits(sent: string, seen: string): string[] {
  const { removed, added } = between(sent, seen);
  if (removed.length <= LONGEST && added.length <= LONGEST) return [edit(removed, added)];
  return replacements(sent, seen) ?? losses(sent, seen) ?? [];
}

/** Characters of a phrase's quotation, at most. */
const LONGEST = 30;

function edit(removed: string, added: string): string {
  if (added === '') return `without ${quoted(removed)}`;
  return removed === ''
    ? `with ${quoted(added)} added`
    : `with ${quoted(added)} in place of ${quoted(removed)}`;
}

/** What stands between the common beginning and the common end of two texts, in whole words if it is part of some. */
function between(sent: string, seen: string): { removed: string; added: string } {
  let { head: start, tail: end } = commonEnds(sent, seen);
  const inside = (text: string): string => text.slice(start, text.length - end);
  const isOfWord = (text: string): boolean => /^[\p{L}\p{N}]+$/u.test(text);
  if ([inside(sent), inside(seen)].every((text) => text === '' || isOfWord(text))) {
    while (start > 0 && isOfWord(sent.charAt(start - 1))) start -= 1;
    while (end > 0 && isOfWord(sent.charAt(sent.length - end))) end -= 1;
  }
  if ((inside(sent) === '') !== (inside(seen) === '')) {
    const whole = inside(sent) === '' ? seen : sent;
    const shift = toWordStart(whole, start, whole.length - start - end);
    start -= shift;
    end += shift;
  }
  return { removed: inside(sent), added: inside(seen) };
}

/**
 * By how much a part that is left out, or added, may as well begin earlier, so that it begins with a word: of `?utm_a=1&utm_b=2`
 * people see `utm_a=1&` removed, not `a=1&utm_`. 0: it begins with one already, or with none anywhere.
 */
function toWordStart(whole: string, start: number, length: number): number {
  const isWord = (at: number): boolean => /[\p{L}\p{N}_-]/u.test(whole.charAt(at));
  for (let at = start; ; at -= 1) {
    if (isWord(at) && !isWord(at - 1)) return start - at;
    if (at === 0 || whole[at - 1] !== whole[at + length - 1]) return 0;
  }
}

/** Some characters are replaced by others, one by one; null: it is not so. */
function replacements(sent: string, seen: string): string[] | null {
  const [due, came] = [[...sent], [...seen]];
  if (due.length !== came.length) return null;
  const pairs = due.flatMap((character, at) => (came[at] === character ? [] : [[character, came[at] ?? '']]));
  const kinds = [...new Set(pairs.map(([from = '', to = '']) => edit(from, to)))];
  if (kinds.length > MOST_KINDS) return null;
  return kinds.length === 1 ? kinds : [`${kinds[0]}, and the like`];
}

/** How many characters may be replaced, each by another one of its own. */
const MOST_KINDS = 12;

/** Whole lines are lost, and the others are as they were. */
function hasLostLines(sent: string, seen: string): boolean {
  const left = seen.split(/\r?\n/);
  const kept = sent.split(/\r?\n/).filter((line) => left[0] === line && left.shift() !== undefined);
  return left.length === 0 && kept.length > 0;
}

/** Characters are lost, and the others are left in their order; null: it is not so. */
function losses(sent: string, seen: string): string[] | null {
  const lost = new Set<string>();
  let at = 0;
  for (const character of sent) {
    if (seen.startsWith(character, at)) at += character.length;
    else lost.add(character);
  }
  if (at < seen.length) return null;
  if (hasLostLines(sent, seen)) return ['without some of its lines'];
  const [only] = lost;
  if (lost.size > 1 || only === undefined) return ['without some of its characters'];
  return [`without ${seen.includes(only) ? 'some of ' : ''}its ${quoted(only)}`];
}

/** Characters that cannot be seen are shown by their numbers. */
function quoted(text: string): string {
  const number = (character: string): string =>
    `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  if (/^[\p{C}\p{Z}]$/u.test(text) && text !== ' ') return number(text);
  return `"${text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `<${number(character)}>`)}"`;
}

/**
 * How much a text is like another one, of which it may have been made: the share of pairs of characters that they have in
 * common, 0 to 1, whatever their case. Of long texts, the beginning counts.
 */
export function likeness(text: string): (other: string) => number {
  const own = pairsOf(text);
  return (other) => {
    const pairs = pairsOf(other);
    const common = [...own].filter((pair) => pairs.has(pair)).length;
    return (2 * common) / (own.size + pairs.size);
  };
}

/** Characters of a text that are compared, at most. */
const MOST_COMPARED = 2_000;

function pairsOf(text: string): ReadonlySet<string> {
  const plain = text.slice(0, MOST_COMPARED).toLowerCase();
  return new Set(Array.from({ length: Math.max(1, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}
