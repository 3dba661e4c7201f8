import { resolve } from 'node:path';
import { fileFault } from '../file-fault.js';
import { collect, readBounded } from './read-bounded.js';
import type { Given, Sources } from './sources.js';

/** Reads all of standard input, as bytes. */
export type ReadInput = () => AsyncIterable<Uint8Array | string>;

const LIMIT = 8192;

/**
 * The authentication key: `--key-file` (a file, or `-` for standard input), else CONFORM_KEY, else CONFORM_KEY_FILE,
 * else the configuration file. There is no `--key`: lists of processes would show it. Mistakes never repeat what was read.
 */
export async function readKey(sources: Sources, input: ReadInput): Promise<string | null> {
  const flag = sources.flags['keyFile'];
  if (typeof flag === 'string') return readKeyFile(sources, '--key-file', flag, input);
  const variable = keyVariable(sources);
  if (variable) return checkKey(sources, variable.where, String(variable.value));
  const file = sources.above({ flag: 'keyFile' });
  if (file) return readKeyFile(sources, file.where, String(file.value), input);
  const found = sources.inFile(['target', 'key']);
  return found ? checkKey(sources, found.where, String(found.value)) : null;
}

/** CONFORM_KEY, where it is set; a flag of that name is not read. */
export function keyVariable(sources: Sources): Given | null {
  const variable = sources.above({ flag: 'key' });
  return variable?.from === 'environment' ? variable : null;
}

async function readKeyFile(
  sources: Sources,
  where: string,
  named: string,
  input: ReadInput,
): Promise<string | null> {
  try {
    const text =
      named === '-' ? await collect(input(), LIMIT) : await readBounded(resolve(sources.cwd, named), LIMIT);
    return checkKey(sources, where, text.replace(/[\r\n]+$/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    sources.note(
      where,
      `the key cannot be read (${fileFault(code)}); expected a readable file, or - for standard input`,
    );
    return null;
  }
}

/** A key that can stand in a query: some characters, none of them blank or of control. */
export function checkKey(sources: Sources, where: string, key: string): string | null {
  if (key !== '' && key.length <= LIMIT && !/[\s\p{Cc}]/u.test(key) && key.isWellFormed()) return key;
  const what = key === '' ? 'the key is empty' : 'the key holds blanks, control characters or too much';
  sources.note(where, `${what}; expected the authentication key alone, on one line`);
  return null;
}
