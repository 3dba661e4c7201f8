import { X509Certificate } from 'node:crypto';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readProblem } from '../file-problem.js';
import { quoted } from '../terminal-text.js';
import type { Given, Sources } from './settings.js';
import type { TargetSettings } from './types.js';

/** Reads all of standard input, as bytes. */
export type ReadInput = () => AsyncIterable<Uint8Array | string>;

const LONGEST_KEY = 8192;

/**
 * The authentication key: `--key-file` (a file, or `-` for standard input), else CONFORM_KEY, else CONFORM_KEY_FILE,
 * else the configuration file. There is no `--key`, because process lists would show it. Mistakes never repeat what
 * was read.
 */
export async function readKey(sources: Sources, input: ReadInput): Promise<string | null> {
  const flag = sources.flags['keyFile'];
  if (typeof flag === 'string') return readKeyFile(sources, '--key-file', flag, input);
  const variable = keyVariable(sources);
  if (variable) return checkKey(sources, variable.where, String(variable.value));
  const file = sources.above('keyFile');
  if (file) return readKeyFile(sources, file.where, String(file.value), input);
  const found = sources.inFile(['target', 'key']);
  return found ? checkKey(sources, found.where, String(found.value)) : null;
}

/** CONFORM_KEY, if it is set; a flag of that name is not read. */
export function keyVariable(sources: Sources): Given | null {
  const variable = sources.above('key');
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
      named === '-'
        ? await collect(input(), LONGEST_KEY)
        : await readBounded(resolve(sources.cwd, named), LONGEST_KEY);
    return checkKey(sources, where, text.replace(/[\r\n]+$/, ''));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    sources.note(
      where,
      `the key cannot be read from ${named === '-' ? 'standard input' : quoted(named)} (${readProblem(code)}); expected a readable file, or - for standard input`,
    );
    return null;
  }
}

/** A key that can be used in a query: not empty, without spaces or control characters. */
export function checkKey(sources: Sources, where: string, key: string): string | null {
  if (key !== '' && key.length <= LONGEST_KEY && !/[\s\p{Cc}]/u.test(key) && key.isWellFormed()) return key;
  const what =
    key === '' ? 'the key is empty' : 'the key contains spaces or control characters, or is too long';
  sources.note(where, `${what}; expected the authentication key alone, on one line`);
  return null;
}

type Authorities = Pick<TargetSettings, 'caFile' | 'ca'>;

/** The file of certificates to trust, read once, because it may be a pipe. A file without any is a mistake. */
export async function readAuthorities(sources: Sources): Promise<Authorities> {
  const given = sources.find('caFile');
  const caFile = sources.read('caFile');
  if (given === null || caFile === null) return { caFile: null, ca: null };
  const wrong = (what: string): void =>
    sources.note(given.where, `${quoted(caFile)} ${what}; expected certificates in PEM form`);
  try {
    const ca = await readBounded(caFile, MOST_BYTES);
    const what = ca.length > MOST_BYTES ? 'is too large' : fault(ca);
    if (what === null) return { caFile, ca };
    wrong(what);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    wrong(`cannot be read (${readProblem(code)})`);
  }
  return { caFile: null, ca: null };
}

/** Bytes; the authorities of a whole system take a quarter of one MiB. */
const MOST_BYTES = 8 * 1024 * 1024;
const BEGIN = '-----BEGIN CERTIFICATE-----';

/** What is wrong with the certificates; null: nothing. */
function fault(pem: string): string | null {
  const [, ...parts] = pem.split(BEGIN);
  if (parts.length === 0) return 'contains no certificate';
  const broken = parts.findIndex((part) => !isCertificate(`${BEGIN}${part}`));
  if (broken === -1) return null;
  return parts.length === 1
    ? 'contains a broken certificate'
    : `contains a broken certificate, number ${broken + 1} of ${parts.length}`;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Reads a file, which may be a pipe, up to `limit` bytes and a few more, so that an excess shows. */
async function readBounded(path: string, limit: number): Promise<string> {
  const file = await open(path);
  try {
    return await collect(file.createReadStream({ end: limit + 1, autoClose: false }), limit);
  } finally {
    await file.close();
  }
}

/** The text of a stream, up to `limit` bytes and a few more. */
async function collect(chunks: AsyncIterable<Uint8Array | string>, limit: number): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array);
    kept.push(bytes);
    size += bytes.length;
    if (size > limit + 2) break;
  }
  return Buffer.concat(kept).toString('utf8');
}
