import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE_YAML } from '../../test/support/hostile/yaml.js';
import { toPlain, valuePosition } from './located.js';
import { parseYaml, readYaml } from './read-yaml.js';

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

const LIMIT_MS = 1_000;

test('values come with their places, keys as they are written', () => {
  const root = parseYaml('a:\n  - x\n  - { 1.0: [yes, 2, null] }\n', 'f.yaml');
  expect(toPlain(root)).toEqual({ a: ['x', { '1.0': ['yes', 2, null] }] });
  expect(valuePosition(root, ['a', '1', '1.0', '2'])).toEqual({ file: 'f.yaml', line: 3, column: 21 });
  expect(valuePosition(root, ['a', '1', 'gone', 'deeper'])).toEqual({ file: 'f.yaml', line: 3, column: 5 });
});

test('an alias stands for its anchor, at the place of the anchor', () => {
  const root = parseYaml('a: &x [1]\nb: *x\n', 'f.yaml');
  expect(toPlain(root)).toEqual({ a: [1], b: [1] });
  expect(valuePosition(root, ['b', '0'])).toMatchObject({ line: 1, column: 8 });
});

test('a key named __proto__ is a key like any other', () => {
  const plain = toPlain(parseYaml('__proto__: { polluted: 1 }', 'f')) as object;
  expect(Object.keys(plain)).toEqual(['__proto__']);
  expect('polluted' in plain).toBe(false);
});

test.each([
  ['duplicate key', 'a: 1\nb: 2\na: 3', 'f:3:1: duplicate key "a", expected it once (first on line 1)'],
  ['tab in the indentation', 'a:\n\tb: 1', 'f:2:1: a tab in the indentation, expected spaces'],
  [
    'alias into itself',
    'a: &a { b: [*a] }',
    'f:1:13: an alias is inside its own anchor, expected a value with an end',
  ],
  ['key that is a list', '[a]: 1', 'f:1:1: this key is not plain text, expected a word or a quoted string'],
  ['empty key', ': 1', 'f:1:1: this key is not plain text, expected a word or a quoted string'],
  ['open bracket', 'a: [1', 'f:1:6: bad indentation or unclosed bracket'],
  ['second document', 'a: 1\n---\nb: 2', 'f:2:1: a second document begins here'],
  ['escape in a key', '"a\\e[31m": 1\n"a\\e[31m": 2', 'duplicate key "a\\u{1b}[31m"'],
])('%s is refused with its place', (_, text, message) => {
  expect(() => parseYaml(text, 'f')).toThrow(message);
});

test.each(['key: !hunter2 x', 'key: *hunter2', 'key: "hunter2\\q"', 'key: |hunter2\n a', 'hunter2: a: b'])(
  'a syntax error does not repeat what the file holds: %s',
  (text) => {
    expect(() => parseYaml(text, 'f')).toThrow(/^f:1:[0-9]+: (?!.*hunter2)/);
  },
);

test.each(HOSTILE_YAML.map(({ what, text, says }) => [what, text, says] as const))(
  'a file of %s is refused in one short line, at once',
  (_, text, message) => {
    let caught = '';
    const taken: number[] = [];
    // Processor time, and the least of some tries: what else the machine does is none of it.
    while (taken.length < 10 && Math.min(...taken) >= LIMIT_MS) {
      const before = process.cpuUsage();
      try {
        parseYaml(text, 'f');
      } catch (error) {
        caught = (error as Error).message;
      }
      const { user, system } = process.cpuUsage(before);
      taken.push((user + system) / 1000);
    }
    // The library alone would take minutes, or end the process. What a fresh process takes is `npm run bench:startup`'s.
    expect(Math.min(...taken)).toBeLessThan(LIMIT_MS);
    expect(caught).toContain(message);
    expect(caught).not.toContain('\n');
    expect(caught.length).toBeLessThan(120);
  },
);

test('a quoted key may be empty', () => {
  expect(toPlain(parseYaml('{ "": 1 }', 'f'))).toEqual({ '': 1 });
});

test('content of block and plain scalars counts for nothing', () => {
  const text = `a: |\n${'  *x [[[[ {{{{ - - -\n'.repeat(200)}`;
  expect(toPlain(parseYaml(text, 'f'))).toMatchObject({ a: expect.stringContaining('*x [[[[') });
});
