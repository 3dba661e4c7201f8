import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codePlace } from '../../package-root.js';
import type { Fault } from './fault.js';

/** Names of all faults: each is a file `<topic>/<name>` below this folder that exports its `fault`. */
export function faultNames(): string[] {
  return [...modules().keys()];
}

/**
 * The fault of that name. Its module is loaded at need: a service without faults needs none.
 * @throws RangeError for a name that no file has
 */
export async function loadFault(name: string): Promise<Fault> {
  const url = modules().get(name);
  if (url === undefined) throw new RangeError(`There is no fault named ${name}.`);
  const { fault } = (await import(url)) as { fault: Fault };
  return fault;
}

let known: ReadonlyMap<string, string> | undefined;

/** URL of each fault's module by its name. Declarations, which the build puts beside them, have a further dot. */
function modules(): ReadonlyMap<string, string> {
  const folder = codePlace('src/reference/faults');
  known ??= new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .flatMap((path): [string, string][] => {
        const name = /^[\w-]+[\\/]([\w-]+)\.[jt]s$/.exec(path)?.[1];
        return name === undefined ? [] : [[name, pathToFileURL(join(folder, path)).href]];
      }),
  );
  return known;
}
