import { isObject } from '../../json.js';
import { conjunction } from '../../phrases.js';
import { cutText } from '../../terminal-text.js';
import { knownChanges, textChanges } from './text-changes.js';

/**
 * What became of a value on its way, the most telling first: phrases to follow "the employee sees the text". Empty: nothing
 * that is known.
 */
export function valueChanges(sent: unknown, seen: unknown): string[] {
  if (typeof sent === 'string' && typeof seen === 'string') return textChanges(sent, seen);
  if (typeof sent === 'number' && typeof seen === 'number') return numberChanges(sent, seen);
  if (isObject(sent) && isObject(seen)) return mapChanges(sent, seen);
  return typeof seen === 'string' && typeof sent === 'number' && seen === String(sent) ? ['as a text'] : [];
}

function numberChanges(sent: number, seen: number): string[] {
  if (sent === seen) return [];
  const known = NUMBER_CHANGES.filter(([change]) => change(sent) === seen).map(([, words]) => words);
  return known.length > 0 ? known : [`as ${seen}`];
}

/** What services do to numbers, the likelier first. */
const NUMBER_CHANGES: readonly [(number: number) => number, string][] = [
  [Math.trunc, 'without its fraction'],
  [Math.round, 'rounded'],
  [Math.ceil, 'rounded up'],
  [(number) => Math.round(number * 10) / 10, 'rounded to one decimal'],
  [(number) => Math.round(number * 100) / 100, 'rounded to two decimals'],
  [Math.fround, 'in single precision'],
  [() => 0, 'as 0'],
  [(number) => Math.round(number / 1024) * 1024, 'rounded to kibibytes'],
  [(number) => Math.round(number / 1000) * 1000, 'rounded to thousands'],
  [(number) => number | 0, 'cut to 32 bits'],
  [(number) => number >>> 0, 'cut to 32 bits'],
  [(number) => number % 2 ** 31, 'cut to 31 bits'],
  [(number) => Math.min(number, 2 ** 31 - 1), 'as the greatest number of 32 bits'],
  [(number) => Math.min(number, 2 ** 32 - 1), 'as the greatest number of 32 bits'],
  [(number) => number * 1024, 'in another unit'],
  [(number) => number / 1024, 'in another unit'],
  [(number) => number * 1000, 'in another unit'],
  [(number) => number / 1000, 'in another unit'],
  [(number) => -number, 'with the other sign'],
];

type TextMap = Readonly<Record<string, unknown>>;

/** What became of a map of texts on its way, the most telling first: see `valueChanges`. */
export function mapChanges(sent: TextMap, seen: TextMap): string[] {
  const lost = lostEntries(sent, seen);
  if (lost.length > 0) return lost;
  if (hasMore(sent, seen)) return ['with entries that the request does not have'];
  const keys = changedKeys(sent, seen);
  return keys.length > 0 ? keys : changedValues(sent, seen);
}

/** Entries are missing, and the others are as sent. */
function lostEntries(sent: TextMap, seen: TextMap): string[] {
  const lost = Object.keys(sent).filter((key) => !Object.hasOwn(seen, key));
  const kept = Object.entries(seen);
  const onlyLost = kept.every(([key, value]) => Object.hasOwn(sent, key) && sent[key] === value);
  if (!onlyLost || lost.length === 0) return [];
  const isCut = kept.length > 0 && Object.keys(sent).slice(kept.length).join() === lost.join();
  return [
    ...(differsInCase(lost, kept) ? ['with keys that differ only in letter case taken as one'] : []),
    ...(lost.every((key) => sent[key] === '') ? ['without empty entries'] : []),
    ...(isCut ? [`cut after ${kept.length} entr${kept.length === 1 ? 'y' : 'ies'}`] : []),
    ...(kept.length === 0 && lost.length > 1
      ? ['without any of the entries']
      : lost.length <= MOST_NAMED
        ? [`without ${conjunction(lost.map(quoted))}`]
        : []),
    'without some of the entries',
    ...collisions(lost, Object.keys(seen)),
  ];
}

/** All entries are as sent, and there are others beside them. */
function hasMore(sent: TextMap, seen: TextMap): boolean {
  const entries = Object.entries(sent);
  return (
    Object.keys(seen).length > entries.length &&
    entries.every(([key, value]) => Object.hasOwn(seen, key) && seen[key] === value)
  );
}

/** Each of the lost keys has one like it among those that are kept. */
function differsInCase(lost: readonly string[], kept: readonly [key: string, value: unknown][]): boolean {
  const left = new Set(kept.map(([key]) => key.toLowerCase()));
  return lost.every((key) => left.has(key.toLowerCase()));
}

/** Keys that have become the same: of their values, one is left. */
function collisions(lost: readonly string[], kept: readonly string[]): string[] {
  const [first = [], ...others] = lost.map((key) => kept.flatMap((other) => knownChanges(key, other)));
  return common(first, others).map((words) => withParts('keys', words));
}

/** What became of parts of the map, as a phrase about the whole. */
function withParts(parts: string, words: string): string {
  return `with ${parts} ${words.replace(/^with /, 'that have ').replace(/\bits\b/g, 'their')}`;
}

function common(first: readonly string[], others: readonly (readonly string[])[]): string[] {
  return first.filter((words) => others.every((each) => each.includes(words)));
}

/** Values are under other keys. Some may be lost: keys that have become the same collide. */
function changedKeys(sent: TextMap, seen: TextMap): string[] {
  const free = Object.keys(seen).filter((key) => !Object.hasOwn(sent, key));
  const pairs = Object.entries(sent).flatMap(([key, value]) => {
    const other = free.find((each) => seen[each] === value);
    return Object.hasOwn(seen, key) || other === undefined ? [] : [[key, other] as const];
  });
  return sharedChanges(pairs).map((words) => withParts('keys', words));
}

/** The keys are as sent, with other values. */
function changedValues(sent: TextMap, seen: TextMap): string[] {
  const isSame = Object.keys(sent).sort().join('\0') === Object.keys(seen).sort().join('\0');
  const pairs = Object.entries(sent).filter(([key, value]) => seen[key] !== value);
  return isSame
    ? sharedChanges(pairs.map(([key, value]) => [value, seen[key]])).map((words) =>
        withParts('values', words),
      )
    : [];
}

/** What became of all of several texts. */
function sharedChanges(pairs: readonly (readonly [unknown, unknown])[]): string[] {
  const [first = [], ...others] = pairs.map(([sent, seen]) =>
    typeof sent === 'string' && typeof seen === 'string' ? textChanges(sent, seen) : [],
  );
  return common(first, others);
}

function quoted(key: string): string {
  return JSON.stringify(cutText(key, LONGEST_NAME));
}

/** How many missing entries a headline names, and how much of a key it shows, in characters. */
const MOST_NAMED = 2;
const LONGEST_NAME = 30;
