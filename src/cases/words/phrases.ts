/** A count in words: never, once, twice, 3 times. */
export function howOften(count: number): string {
  return ['never', 'once', 'twice'][count] ?? `${count} times`;
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
