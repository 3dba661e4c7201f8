import type { KeyChange } from '../cases/types.js';

/** Shorter ones may well be keys of others, such as numbers that are given out in turn. */
const LEAST = 8;

/**
 * The key under a change.
 * @param nonce of the run: what a key of any length is prolonged by must not lead to another's
 * @returns null where the change leaves the key as it is, or so little that it may be somebody's
 */
export function changedKey(key: string, change: KeyChange, nonce: string): string | null {
  switch (change) {
    case 'longer':
      return `${key}${more(key, nonce)}`;
    case 'longer-before':
      return `${more(key, nonce)}${key}`;
    case 'cut-at-end':
      return atLeast(key.slice(0, -1));
    case 'cut-in-half':
      return atLeast(key.slice(0, Math.max(LEAST, Math.floor(key.length / 2))), key);
    case 'cut-at-start':
      return atLeast(key.slice(1));
    case 'other-case': {
      const other = inOtherCase(key);
      return other === key ? null : other;
    }
    case 'blank-before':
      return ` ${key}`;
    case 'blank-after':
      return `${key} `;
  }
}

/** Parts of a key that a run sends on purpose: as secret as the key, from which hardly anything is missing. */
export function partsOf(key: string): string[] {
  const changes = ['cut-at-end', 'cut-in-half', 'cut-at-start'] as const;
  return changes.flatMap((change) => changedKey(key, change, '') ?? []);
}

function more(key: string, nonce: string): string {
  return key.length < LEAST ? nonce : '0';
}

function atLeast(part: string, whole?: string): string | null {
  return part.length < LEAST || part === whole ? null : part;
}

function inOtherCase(text: string): string {
  return [...text]
    .map((character) =>
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
    )
    .join('');
}
