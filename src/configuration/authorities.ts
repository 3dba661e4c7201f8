import { X509Certificate } from 'node:crypto';
import { fileFault } from '../file-fault.js';
import { quoted } from '../yaml/problem.js';
import { OPTIONS } from './options.js';
import { readBounded } from './read-bounded.js';
import type { Sources } from './sources.js';
import type { TargetSettings } from './types.js';

type Authorities = Pick<TargetSettings, 'caFile' | 'ca'>;

/** The file of certificates to trust, read once, for it may be a pipe. A file that holds none is a mistake. */
export async function readAuthorities(sources: Sources): Promise<Authorities> {
  const given = sources.find(OPTIONS.caFile);
  const caFile = sources.read(OPTIONS.caFile);
  if (given === null || caFile === null) return { caFile: null, ca: null };
  const wrong = (what: string): void =>
    sources.note(given.where, `${quoted(caFile)} ${what}; expected certificates in PEM form`);
  try {
    const ca = await readBounded(caFile, LIMIT);
    const what = ca.length > LIMIT ? 'is too large' : fault(ca);
    if (what === null) return { caFile, ca };
    wrong(what);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    wrong(`cannot be read (${fileFault(code)})`);
  }
  return { caFile: null, ca: null };
}

/** Bytes; the authorities of a whole system take a quarter of one MiB. */
const LIMIT = 8 * 1024 * 1024;
const BEGIN = '-----BEGIN CERTIFICATE-----';

/** What is wrong with a text of certificates; null: nothing. */
function fault(pem: string): string | null {
  const [, ...parts] = pem.split(BEGIN);
  if (parts.length === 0) return 'holds no certificate';
  const broken = parts.findIndex((part) => !isCertificate(`${BEGIN}${part}`));
  if (broken === -1) return null;
  return parts.length === 1
    ? 'holds a certificate that is broken'
    : `holds a certificate that is broken, number ${broken + 1} of ${parts.length}`;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
