import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../package-root.js';
import { startCli } from '../testing/cli-process.js';
import { compiledProgram } from '../testing/compiled.js';

/** The package as built, with suites of its own. */
const folder = mkdtempSync(join(tmpdir(), 'runner-'));
const built = resolve(dirname(compiledProgram()), '../..');
cpSync(built, join(folder, 'dist'), { recursive: true });
for (const name of ['spec', 'package.json', 'node_modules'])
  symlinkSync(join(packageRoot(), name), join(folder, name));
const program = join(folder, 'dist/src/cli/main.js');
const suite = join(folder, 'dist/suites/responses.test.js');

afterAll(() => rmSync(folder, { recursive: true }));

async function conform(): Promise<{ code: number | null; said: string }> {
  const flags = ['run', '--grep', '1.2/responses/', '--out', join(folder, 'reports')];
  const { ended, output } = startCli(flags, { cwd: folder, program });
  const { code } = await ended;
  return { code, said: `${output.stdout}${output.stderr}` };
}

test('a suite that throws is a fault of conform, never one of the target', async () => {
  writeFileSync(suite, 'export default () => { throw new Error("a fault of the suite"); };\n');
  const { code, said } = await conform();
  expect(code).toBe(5);
  expect(said).toContain('a fault of the suite');
  expect(said).not.toMatch(/conformant|violate/);
});

test('a suite that leaves cases out is noticed', async () => {
  writeFileSync(suite, 'export default () => {};\n');
  const { code, said } = await conform();
  expect(code).toBe(5);
  expect(said).toMatch(/No test suite found|left out \d+ cases/);
});

test('without suites nothing passes', async () => {
  rmSync(join(folder, 'dist/suites'), { recursive: true });
  expect((await conform()).code).toBe(5);
});
