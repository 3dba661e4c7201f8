/** How many different headers are remembered, and how long each may be. */
const MOST = 1_000;
const LONGEST = 200;

const known = new Map<string, [string, string]>();

/** One copy of a recurring header, as most are: a run keeps tens of thousands of messages. Nobody may change it. */
export function sharedHeader(name: string, value: string): [string, string] {
  const key = `${name}:${value}`;
  const found = known.get(key);
  if (found) return found;
  const fresh: [string, string] = [name, value];
  if (key.length > LONGEST) return fresh;
  if (known.size >= MOST) known.clear();
  known.set(key, fresh);
  return fresh;
}
