import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Authority, makeAuthority } from '../reference/http/certificate.js';
import { writeWhole } from '../write-whole.js';

/** An authority that outlives the process, so that clients have to trust it only once. */
export interface KeptAuthority extends Authority {
  /** The certificate, PEM; the folder's own file. */
  file: string;
}

/** The files in the folder do not make an authority. */
export class AuthorityError extends Error {
  override readonly name = 'AuthorityError';
}

/**
 * The authority in a folder, made if there is none yet. Only the owner can read the private key.
 * @throws AuthorityError for files that cannot be read or used
 */
export async function keptAuthority(folder: string): Promise<KeptAuthority> {
  const file = join(folder, 'ca.pem');
  const keyFile = join(folder, 'ca-key.pem');
  const [cert, key] = await Promise.all([read(file), read(keyFile)]);
  if (cert !== null && key !== null) return { ...checked({ cert, key }, folder), file };
  if (cert !== null || key !== null)
    throw new AuthorityError(
      `${folder} holds only one of ca.pem and ca-key.pem. Restore it, or remove both for a new authority.`,
    );
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const made = await makeAuthority(VALID_DAYS);
  // The key first: a certificate without its key is useless.
  await writeWhole(keyFile, made.key, 0o600);
  await writeWhole(file, made.cert);
  return { ...made, file };
}

/** Ten years. */
const VALID_DAYS = 3_650;

function checked(authority: Authority, folder: string): Authority {
  const hint = 'Remove ca.pem and ca-key.pem for a new authority; clients have to trust it again.';
  let certificate: X509Certificate;
  let fits: boolean;
  try {
    certificate = new X509Certificate(authority.cert);
    fits = certificate.checkPrivateKey(createPrivateKey(authority.key));
  } catch {
    throw new AuthorityError(`The authority in ${folder} cannot be read. ${hint}`);
  }
  if (!fits) throw new AuthorityError(`ca.pem and ca-key.pem in ${folder} do not belong together. ${hint}`);
  if (Date.parse(certificate.validTo) < Date.now())
    throw new AuthorityError(`The authority in ${folder} has expired. ${hint}`);
  return authority;
}

async function read(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new AuthorityError(`${file} cannot be read (${code}).`);
  }
}
