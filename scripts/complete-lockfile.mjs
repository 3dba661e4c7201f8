/**
 * Adds to package-lock.json the optional packages for other platforms that the registry at hand does not serve.
 * npm leaves such packages out of the lockfile and then refuses it in `npm ci`. Their versions are exact in the
 * package that wants them; os and cpu stand in their names, so npm never fetches them elsewhere.
 * Run it after each `npm install` behind a partial registry mirror: `npm run lockfile`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const OS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
];
const CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (!/^\d+\.\d+\.\d+\S*$/.test(range) || isLocked(path, name, range)) continue;
    const words = name.split(/[-/]/);
    const os = OS.find((name) => words.includes(name));
    const cpu = CPU.find((name) => words.includes(name));
    if (!os) continue;
    lock.packages[`${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name}`] = {
      version: range,
      ...(cpu && { cpu: [cpu] }),
      ...(dev && { dev }),
      optional: true,
      os: [os],
    };
  }
}
/** Whether the package at `path` finds the dependency in the right version, in its own folder or one above. */
function isLocked(path, name, version) {
  const parts = path.split('/node_modules/');
  const places = [
    `${path}/node_modules/${name}`,
    ...parts.map((_, at) => [...parts.slice(0, at), ''].join('/node_modules/') + name),
    `node_modules/${name}`,
  ];
  return places.some(
    (place) =>
      lock.packages[place.replace(/^\/?node_modules\/node_modules/, 'node_modules')]?.version === version,
  );
}

const [root, ...others] = Object.keys(lock.packages);
lock.packages = Object.fromEntries([root, ...others.sort()].map((path) => [path, lock.packages[path]]));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
