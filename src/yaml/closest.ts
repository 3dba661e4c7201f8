/** The known word that a mistyped one most likely meant: at most two edits away, and fewer than half its letters. */
export function closest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 60) return undefined;
  const lower = word.toLowerCase();
  let best: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance <= 2 && distance * 2 < candidate.length && distance < (best?.distance ?? 3)) {
      best = { word: candidate, distance };
    }
  }
  return best?.word;
}

/** Letters put in, left out, replaced, or swapped with their neighbour. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** What a pattern may have meant. */
export interface Patterned {
  /** Whatever a pattern may name: parts of ids, statements. */
  words: readonly string[];
  fits(pattern: string): boolean;
}

/** What was most likely meant by a pattern that fits nothing; undefined: nobody knows. */
export function suggestPattern(pattern: string, { words, fits }: Patterned): string | undefined {
  const bare = pattern.replace(/^\/+|\/+$/g, '');
  const anywhere = [`**/${bare}`, `**/${bare}/**`, `**/*${bare}*/**`];
  const respelled = bare
    .split('/')
    .map((word) => closest(word, words) ?? word)
    .join('/');
  return [bare, ...anywhere, respelled, `**/${respelled}`].find(
    (candidate) => bare !== '' && fits(candidate),
  );
}
