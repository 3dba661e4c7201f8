/**
 * Builds the package into `dist`, or into another folder: `node scripts/build.mjs [FOLDER] [--quickly] [--if-needed]`;
 * quickly: without types; if needed: not where nothing has changed since, for npm asks for it more often. What runs is put together into few files, for Node takes a tenth of a second to find and link hundreds.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

/** What is started, or imported by its place; all else goes into files that these share. */
const ENTRIES = [
  /^src\/(index|vitest)\.js$/,
  /^src\/cli\/main\.js$/,
  /^src\/selftest\/worker\.js$/,
  /^src\/reference\/thread-main\.js$/,
  /^src\/description\/(load|read-folder)\.js$/,
  /^src\/cases\/derive\.js$/,
  /^src\/yaml\/schema-check\.js$/,
  /^src\/console\/write-page\.js$/,
  /^suites\/[^/]+\.test\.js$/,
];
/** What browsers run: one file each, with all that it needs, by the folder that is served. */
const PAGES = { 'console-page': 'src/console/page/main.js' };
/** What it is made of, and what it makes last. */
const SOURCES = ['src', 'suites', 'spec', 'scripts/build.mjs', 'package-lock.json', 'tsconfig.build.json'];
const LAST = 'validators';
/** Of the files that each run reads. */
const SCHEMAS = ['configuration.schema.json', 'baseline.schema.json'];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quickly: { type: 'boolean', default: false },
    'if-needed': { type: 'boolean', default: false },
  },
});
const root = resolve(import.meta.dirname, '..');
const folder = resolve(positionals[0] ?? join(root, 'dist'));
if (values['if-needed'] && isCurrent()) process.exit();
rmSync(folder, { recursive: true, force: true });
compile();
await bundle();
await keep();
chmodSync(join(folder, 'src/cli/main.js'), 0o755);

/** Whether a build has come to its end after the last change of what it is made of. */
function isCurrent() {
  const last = join(folder, LAST);
  if (!existsSync(last)) return false;
  const sources = SOURCES.flatMap((name) => {
    const path = join(root, name);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true }).map((inner) => join(path, inner));
  });
  const built = statSync(last).mtimeMs;
  return sources.every((path) => statSync(path).mtimeMs < built);
}

function compile() {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const quickly = values.quickly ? ['--noCheck', '--declaration', 'false'] : [];
  const argv = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', folder, ...quickly];
  execFileSync(process.execPath, argv, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** In place: all is read before the first file is written. */
async function bundle() {
  const compiled = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'));
  const entries = compiled.filter((path) => ENTRIES.some((entry) => entry.test(path)));
  const made = await rolldown({
    input: Object.fromEntries(entries.map((path) => [path.slice(0, -'.js'.length), join(folder, path)])),
    platform: 'node',
    external: /^[^./]/,
  });
  const { output } = await made.generate({
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
  });
  await made.close();
  const pages = await Promise.all(Object.entries(PAGES).map(bundlePage));
  for (const path of compiled) rmSync(join(folder, path));
  for (const { fileName, code } of [...output, ...pages.flat()]) {
    mkdirSync(dirname(join(folder, fileName)), { recursive: true });
    writeFileSync(join(folder, fileName), code);
  }
}

/** The script of a page, and nothing that a server knows. */
async function bundlePage([served, script]) {
  const made = await rolldown({
    input: join(folder, script),
    platform: 'browser',
    resolve: { conditionNames: ['browser', 'import', 'module', 'default'] },
    cwd: root,
  });
  const { output } = await made.generate({ entryFileNames: `${served}/[name].js`, minify: true });
  await made.close();
  return output;
}

/** What each run would otherwise make again: the descriptions, their cases, and the checks of its files. */
async function keep() {
  const own = (path) => import(pathToFileURL(join(folder, path)));
  const { keep: keepDescriptions, keptFile } = await own('src/description/load.js');
  const { builtCasesFile, deriveCases, writeCases } = await own('src/cases/derive.js');
  const { readDescriptions } = await own('src/description/read-folder.js');
  const { keepValidators, keptValidators } = await own('src/yaml/schema-check.js');
  const { writePage } = await own('src/console/write-page.js');
  await writePage(join(folder, 'console-page'));
  const spec = join(root, 'spec');
  const descriptions = await readDescriptions(spec);
  keepDescriptions(keptFile(), spec, descriptions);
  writeCases(builtCasesFile(), deriveCases(descriptions));
  await keepValidators(
    keptValidators(),
    SCHEMAS.map((name) => join(spec, 'schema', name)),
  );
}
