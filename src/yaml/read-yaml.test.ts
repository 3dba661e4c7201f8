import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readYaml } from './read-yaml.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-yaml-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, 'f.yaml');
  await writeFile(path, bytes);
  return path;
}

test('a file above the size limit is refused unread', async () => {
  const path = await written('#'.repeat(256 * 1024 + 1));
  await expect(readYaml(path, 'f.yaml')).rejects.toThrow(
    'f.yaml:1:1: the file is too large, expected at most 256 KiB',
  );
});

test('a file just at the limit is read', async () => {
  const path = await written(`a: ${'x'.repeat(256 * 1024 - 3)}`);
  await expect(readYaml(path)).resolves.toMatchObject({ kind: 'map' });
});

test('an endless file is refused', async () => {
  await expect(readYaml('/dev/zero', 'zero')).rejects.toThrow('zero:1:1: the file is too large');
});

test('bytes that are not UTF-8 are refused', async () => {
  const path = await written(new Uint8Array([0x61, 0x3a, 0x20, 0xff]));
  await expect(readYaml(path, 'f.yaml')).rejects.toThrow(
    'f.yaml:1:1: the bytes are not text, expected UTF-8',
  );
});

test('a missing file is the error of the file system', async () => {
  await expect(readYaml(join(folder, 'none.yaml'))).rejects.toMatchObject({ code: 'ENOENT' });
});
