import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { deriveCases, readCases } from '../src/cases/derive.js';
import { loadDescriptions } from '../src/description/load.js';
import { packageRoot } from '../src/package-root.js';
import type { RunRecord } from '../src/record/types.js';

/**
 * Packs the package, installs the tarball in an empty folder, makes it read-only, and uses it as a newcomer would:
 * a whole run, a wrong flag, a dead target, and the example project, whose types and tests must hold. Ends with 1 and a sentence where something is not as promised.
 */
const execute = promisify(execFile);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function call(command: string, args: string[], cwd: string): Promise<Ended> {
  const env = { ...process.env, NO_COLOR: '1', npm_config_fund: 'false', npm_config_audit: 'false' };
  try {
    const { stdout, stderr } = await execute(command, args, {
      cwd,
      env,
      maxBuffer: 64 * 1024 * 1024,
      timeout: 180_000,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    return {
      code: typeof code === 'number' ? code : -1,
      stdout: stdout ?? '',
      stderr: stderr ?? String(error),
    };
  }
}

function must(holds: boolean, what: string, ended: Ended): void {
  if (holds) return;
  console.error(`${what}\nexit ${ended.code}\n${ended.stdout.slice(-2000)}\n${ended.stderr.slice(-2000)}`);
  process.exit(1);
}

async function setWritable(folder: string, writable: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    await chmod(
      join(entry.parentPath, entry.name),
      entry.isDirectory() ? (writable ? 0o755 : 0o555) : writable ? 0o644 : 0o444,
    );
  }
}

/** A project of the `examples` folder beside the installed package; its tools are those of this repository. */
async function tryExample(name: string): Promise<void> {
  const project = join(home, name);
  await cp(join(packageRoot(), 'examples', name), project, { recursive: true });
  for (const tool of ['vitest', 'typescript', '@types']) {
    const place = join(home, 'node_modules', tool);
    await rm(place, { recursive: true, force: true });
    await symlink(join(packageRoot(), 'node_modules', tool), place);
  }
  const typed = await call('node', [join(home, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
  must(typed.code === 0, `The types of the example "${name}" do not hold.`, typed);
  const tested = await call('node', [join(home, 'node_modules/vitest/vitest.mjs'), 'run'], project);
  must(tested.code === 0, `The tests of the example "${name}" fail.`, tested);
}

/** A project that uses the types alone, without those of Node. */
async function tryTypes(): Promise<void> {
  const project = join(home, 'typed');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(project, 'check.ts'),
    "import { check, type RunRecord } from 'messaging-conformance';\nexport const record: Promise<RunRecord> = check({});\n",
  );
  const compiler = join(packageRoot(), 'node_modules/typescript/bin/tsc');
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  const typed = await call('node', [compiler, ...strict, 'check.ts'], project);
  must(typed.code === 0, 'The types of the package do not hold by themselves.', typed);
}

const folder = await mkdtemp(join(tmpdir(), 'conform-package-'));
const packed = await call(
  'npm',
  ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
  packageRoot(),
);
must(packed.code === 0, 'npm pack failed.', packed);
const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
const home = join(folder, 'empty');
await mkdir(home);
await writeFile(join(home, 'package.json'), '{"private":true}');
const installed = await call('npm', ['install', '--omit=dev', join('..', tarball)], home);
must(installed.code === 0, 'The tarball cannot be installed.', installed);
must(!/EBADENGINE/.test(installed.stderr), 'A dependency does not support this Node.', installed);
const own = join(home, 'node_modules', 'messaging-conformance');
await setWritable(own, false);
await chmod(join(own, 'dist', 'src', 'cli', 'main.js'), 0o555);

const ran = await call('npx', ['conform'], home);
must(
  ran.code === 0 && /Conformant with versions 1\.0 and 1\.2/.test(ran.stdout),
  'npx conform on the bundled service does not end with 0.',
  ran,
);
const record = JSON.parse(await readFile(join(home, 'reports', 'results.json'), 'utf8'));
must(
  record.summary.pass >= 2_000 && record.summary.skipped === 0 && record.summary.inconclusive === 0,
  'Too few cases passed.',
  ran,
);
const cases = deriveCases(await loadDescriptions());
// The restricted account of the bundled service has nothing that it could use in spite of what it lacks.
const applying = cases.filter(({ needs }) => needs.every(({ kind }) => kind !== 'restricted-has'));
must(
  isDeepStrictEqual(readCases(join(own, 'dist', 'cases.json')), cases) &&
    record.cases.length === applying.length,
  'The package does not hold the cases that follow from its descriptions.',
  ran,
);
const unshown = (record as RunRecord).statements.filter(
  ({ untestable, preflight, cases }) => !untestable && !preflight && cases.length === 0,
);
must(unshown.length === 0, `No case shows ${unshown.map(({ id }) => id).join(', ')}.`, ran);
must(
  ran.stdout.split('\n').every((line) => line.length <= 80),
  'The summary is wider than 80 columns.',
  ran,
);
const wrong = await call('npx', ['conform', '--no-such-flag'], home);
must(wrong.code === 2 && /no-such-flag/.test(wrong.stderr), 'A wrong flag does not end with 2.', wrong);
const dead = await call(
  'npx',
  ['conform', '--base-url', 'http://127.0.0.1:9', '--key-file', 'package.json'],
  home,
);
must(
  dead.code === 3 && /refused/i.test(dead.stderr),
  'A dead port does not end with 3 and a sentence.',
  dead,
);
await tryTypes();
await tryExample('vitest');
await setWritable(own, true);
await rm(folder, { recursive: true, force: true });
console.log(`The package works when installed: ${record.summary.pass} cases passed.`);
