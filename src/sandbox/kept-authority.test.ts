import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { certificate } from '../reference/http/certificate.js';
import { keptAuthority } from './kept-authority.js';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'conform-authority-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return join(made, 'ca');
}

test('the second start has the authority of the first, and what it signs is trusted by it', async () => {
  const place = await folder();
  const first = await keptAuthority(place);
  const second = await keptAuthority(place);
  expect(second).toEqual(first);
  expect((await stat(join(place, 'ca-key.pem'))).mode & 0o077).toBe(0);
  const { cert, caPem } = await certificate('127.0.0.1', second);
  expect(caPem).toBe(first.cert);
  expect(new X509Certificate(cert).verify(new X509Certificate(first.cert).publicKey)).toBe(true);
});

test('files that do not make an authority are told, and never overwritten', async () => {
  const place = await folder();
  await keptAuthority(place);
  await rm(join(place, 'ca-key.pem'));
  await expect(keptAuthority(place)).rejects.toThrow(/one of ca\.pem and ca-key\.pem/);
  await writeFile(join(place, 'ca-key.pem'), 'nonsense');
  await expect(keptAuthority(place)).rejects.toThrow(/cannot be read/);
  const other = await folder();
  await keptAuthority(other);
  await writeFile(join(place, 'ca-key.pem'), await readFile(join(other, 'ca-key.pem')));
  await expect(keptAuthority(place)).rejects.toThrow(/do not belong together/);
});
