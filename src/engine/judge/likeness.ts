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

const LONGEST = 2_000;

function pairsOf(text: string): ReadonlySet<string> {
  const plain = text.slice(0, LONGEST).toLowerCase();
  return new Set(Array.from({ length: Math.max(1, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}
