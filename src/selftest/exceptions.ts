import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { matches } from '../cases/statements.js';
import { specFolder } from '../description/load.js';
import { toPlain } from '../yaml/located.js';
import { YamlError } from '../yaml/problem.js';
import { readYaml } from '../yaml/read-yaml.js';
import { schemaCheck } from '../yaml/schema-check.js';

/** Exactly one of the globs is there. */
export interface Exception {
  mutants?: string;
  cases?: string;
  alarms?: string;
  reason: string;
}

const FILE = 'selftest-exceptions.yaml';
const checkSchema = schemaCheck('selftest-exceptions.schema.json');

/**
 * What the self-test lets pass, with the reasons; nothing, where the folder has no such file.
 * @throws YamlError with every mistake of the file
 */
export async function loadExceptions(folder: string = specFolder()): Promise<Exception[]> {
  const file = join(folder, FILE);
  if (!existsSync(file)) return [];
  const root = await readYaml(file, FILE);
  const problems = await checkSchema(root);
  if (problems.length > 0) throw new YamlError(problems);
  return (toPlain(root) as { exceptions: Exception[] }).exceptions;
}

/** Looks exceptions up and takes note of those that were of use. */
export class Exceptions {
  private readonly used = new Set<Exception>();

  constructor(private readonly all: readonly Exception[]) {}

  /** The reason why `id` may fail the self-test's law; undefined: it may not. */
  reason(kind: 'mutants' | 'cases' | 'alarms', id: string): string | undefined {
    const found = this.all.find((exception) => exception[kind] !== undefined && matches(exception[kind], id));
    if (found) this.used.add(found);
    return found?.reason;
  }

  /** Patterns that excepted nothing. */
  stale(): string[] {
    return this.all
      .filter((exception) => !this.used.has(exception))
      .map(({ mutants, cases, alarms }) => mutants ?? cases ?? alarms ?? '');
  }
}
