import { isObject } from '../../json-object.js';
import { mapChanges } from './map-changes.js';
import { textChanges } from './text-changes.js';

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
