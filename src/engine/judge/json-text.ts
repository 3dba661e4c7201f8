/** Facts of a JSON text that `JSON.parse` hides. */
export interface JsonFacts {
  depth: number;
  /** Names that the top-level object gives more than once. */
  repeated: string[];
}

/** One pass over valid JSON; nothing is built, so no depth can hurt. */
export function jsonFacts(text: string): JsonFacts {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;
  let depth = 0;
  let deepest = 0;
  let last: string | null = null;
  const names = new Map<string, number>();
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    const token = match[0];
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1 && last !== null) names.set(last, (names.get(last) ?? 0) + 1);
    last = token.startsWith('"') ? token : null;
  }
  return {
    depth: deepest,
    repeated: [...names].filter(([, times]) => times > 1).map(([name]) => JSON.parse(name) as string),
  };
}
