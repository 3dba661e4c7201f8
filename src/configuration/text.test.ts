import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { loadConfiguration } from './load.js';
import { discoveredText } from './text.js';

const descriptions = await loadDescriptions();

async function readBack(text: string, env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'conform-text-'));
  try {
    const file = join(folder, 'found.yaml');
    await writeFile(file, text);
    return await loadConfiguration({ flags: {}, env, cwd: folder, descriptions, file });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const target = {
  baseUrl: 'https://messages.example/api',
  versions: ['1.2'],
  key: 'secret-key',
  secondKey: null,
  freshKeys: [],
  restricted: null,
  caFile: null,
  ca: null,
  insecure: false,
};

test('several places of errors read back as they were', async () => {
  const others = [{ code: '/code', message: '/message' }];
  const error = { code: '/error/code', message: '/error/message', others };
  const dialect = { error, event: null, bodies: {}, clearWebhook: null };
  const { dialect: read } = await readBack(discoveredText(target, dialect), { CONFORM_KEY: 'k' });
  expect(read.error).toEqual(error);
});

test('what was found out reads back as it was, whatever the target called it, and without the key', async () => {
  const dialect = {
    error: { code: '/a "b"\u001b[31m/${HOME}/code', message: '/# no comment: x\n' },
    event: { name: 'key:', user: '/*/user', list: '' },
    bodies: { setWebhook: { 'a: b': ['{webhook_url}'] } },
    clearWebhook: null,
  };
  const text = discoveredText(target, dialect);
  expect(text).not.toContain('secret-key');
  expect(text).not.toContain('\u001b');
  const read = await readBack(text, { CONFORM_KEY: 'other-key' });
  const { clearWebhook: _, ...found } = dialect;
  expect(read.dialect).toEqual(found);
  expect(read.target).toEqual({ ...target, key: 'other-key' });
});

test('what was not found is left out, so that it is sought again', async () => {
  const text = discoveredText(target, { error: null, event: null, bodies: {}, clearWebhook: null });
  const { dialect } = await readBack(text, { CONFORM_KEY: 'k' });
  expect(dialect).toEqual({ bodies: {} });
});

test('what was found out goes into the configuration that named the target, whose other lines stay', async () => {
  const before = `# ours
target:
  key: \${OUR_KEY} # from the vault
  secondKey: other
dialect:
  clearWebhook: { operation: setWebhook, body: { url: "" } }
operator: { exec: [ ./driver.sh ] }
`;
  const error = { code: '/code', message: '/message' };
  const text = discoveredText(target, { error, event: null, bodies: {}, clearWebhook: null }, before);
  for (const line of before.trim().split('\n')) expect(text).toContain(line);
  const read = await readBack(text, { OUR_KEY: 'k' });
  expect(read.target).toMatchObject({
    baseUrl: target.baseUrl,
    versions: ['1.2'],
    key: 'k',
    secondKey: 'other',
  });
  expect(read.dialect).toMatchObject({ error, clearWebhook: { operation: 'setWebhook' } });
  expect(read.operator).toMatchObject({ kind: 'exec' });
});
