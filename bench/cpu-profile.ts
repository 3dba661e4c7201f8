/** The parts of V8's profile that are read here; times in microseconds. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/**
 * Milliseconds of the profile's beginning by owner: a package, a folder of ours, or what Node does for nobody in
 * particular, such as compiling. Work inside Node counts for whoever called it. Largest first.
 */
export function shares({ nodes, samples, timeDeltas }: CpuProfile, withinMs: number): [string, number][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const sums = new Map<string, number>();
  let passed = 0;
  for (const [at, id] of samples.entries()) {
    const time = (timeDeltas[at] ?? 0) / 1_000;
    passed += time;
    if (passed > withinMs) break;
    const name = byId.get(id)?.callFrame.functionName ?? '';
    let owner: string | null = null;
    for (let node: number | undefined = id; node !== undefined && !owner; node = parents.get(node))
      owner = ownerOf(byId.get(node)?.callFrame.url ?? '');
    const label = owner ?? `Node: ${name || 'anonymous'}`;
    sums.set(label, (sums.get(label) ?? 0) + time);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}

function ownerOf(url: string): string | null {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name) return name;
  return /dist\/(?:src|suites)(?:\/[^/]+(?=\/))?/.exec(url)?.[0] ?? null;
}
