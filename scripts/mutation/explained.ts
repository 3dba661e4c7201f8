import { join } from 'node:path';
import { toPlain } from '../../src/yaml/located.js';
import { readYaml } from '../../src/yaml/read-yaml.js';
import type { Survivor } from './report.js';

/** Changes that no test can notice, for they make no difference that anybody could ask for. */
interface Explanation {
  why: string;
  /** By file, as the script prints them. */
  changes: Record<string, string[]>;
}

/** The explanations in explained.yaml. */
export class Explained {
  private constructor(private readonly byFile: ReadonlyMap<string, ReadonlySet<string>>) {}

  static async load(): Promise<Explained> {
    const file = join(import.meta.dirname, 'explained.yaml');
    const explanations = toPlain(await readYaml(file, 'explained.yaml')) as Explanation[];
    const byFile = new Map<string, Set<string>>();
    for (const { changes } of explanations)
      for (const [path, all] of Object.entries(changes))
        byFile.set(path, new Set([...(byFile.get(path) ?? []), ...all]));
    return new Explained(byFile);
  }

  has({ file, change }: Pick<Survivor, 'file' | 'change'>): boolean {
    return this.byFile.get(file)?.has(change) ?? false;
  }

  /** What is explained of these files and is no survivor any more. */
  stale(files: readonly string[], survivors: readonly Survivor[]): Pick<Survivor, 'file' | 'change'>[] {
    return files.flatMap((file) =>
      [...(this.byFile.get(file) ?? [])]
        .filter(
          (change) => !survivors.some((survivor) => survivor.file === file && survivor.change === change),
        )
        .map((change) => ({ file, change })),
    );
  }
}
