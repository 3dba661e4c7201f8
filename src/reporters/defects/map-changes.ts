import { isObject } from '../../json-object.js';
import { cutText } from '../../terminal-text.js';
import { changedText } from './text-changes.js';

type TextMap = Readonly<Record<string, unknown>>;
type Pair = readonly [due: TextMap, came: TextMap];

/**
 * What became of a map of texts on its way, to follow "the employee sees the attributes"; null: nothing that is known.
 * @param pairs what was sent and what was seen
 */
export function changedMap(pairs: readonly (readonly [unknown, unknown])[]): string | null {
  const maps = pairs.filter((pair): pair is [TextMap, TextMap] => pair.every(isObject));
  if (maps.length === 0 || maps.length < pairs.length) return null;
  return lostEntries(maps) ?? changedKeys(maps) ?? changedValues(maps);
}

/** Entries are missing, and the others are as sent. */
function lostEntries(maps: readonly Pair[]): string | null {
  const lost = maps.map(([due, came]) => Object.keys(due).filter((key) => !Object.hasOwn(came, key)));
  const onlyLost = maps.every(([due, came]) =>
    Object.entries(came).every(([key, value]) => Object.hasOwn(due, key) && due[key] === value),
  );
  if (!onlyLost || lost.some((keys) => keys.length === 0)) return null;
  if (maps.every(([due], at) => lost[at]?.every((key) => due[key] === ''))) return 'without empty entries';
  const [kept, ...others] = new Set(maps.map(([, came]) => Object.keys(came).length));
  const isCut = maps.every(([due], at) => Object.keys(due).slice(kept).join() === lost[at]?.join());
  if (kept !== undefined && others.length === 0 && isCut && kept > 0)
    return `cut after ${kept} entr${kept === 1 ? 'y' : 'ies'}`;
  const [names, ...different] = new Set(lost.map((keys) => keys.map(quoted).join(' and ')));
  const isShort = lost.every((keys) => keys.length <= MOST_NAMED);
  return names !== undefined && different.length === 0 && isShort
    ? `without ${names}`
    : 'without some of the entries';
}

/** Values are under other keys. Some may be lost: keys that have become the same collide. */
function changedKeys(maps: readonly Pair[]): string | null {
  const keys = maps.flatMap(([due, came]) => {
    const free = Object.keys(came).filter((key) => !Object.hasOwn(due, key));
    return Object.entries(due)
      .filter(([key]) => !Object.hasOwn(came, key))
      .map(([key, value]) => [key, free.find((other) => came[other] === value)] as const)
      .filter(([, other]) => other !== undefined);
  });
  const words = changedText(keys);
  return words && `with keys ${words}`;
}

/** The keys are as sent, with other values. */
function changedValues(maps: readonly Pair[]): string | null {
  const sameKeys = maps.every(
    ([due, came]) => Object.keys(due).sort().join('\0') === Object.keys(came).sort().join('\0'),
  );
  if (!sameKeys) return null;
  const words = changedText(
    maps.flatMap(([due, came]) =>
      Object.entries(due)
        .filter(([key, value]) => came[key] !== value)
        .map(([key, value]) => [value, came[key]] as const),
    ),
  );
  return words && `with values ${words}`;
}

function quoted(key: string): string {
  return JSON.stringify(cutText(key, LONGEST_NAME));
}

/** How many missing entries a headline names, and how much of a key it shows, in characters. */
const MOST_NAMED = 2;
const LONGEST_NAME = 30;
