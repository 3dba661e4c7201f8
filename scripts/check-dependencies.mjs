/**
 * Checks what the package brings into other people's projects: known weaknesses, licences, and scripts that would run
 * at installation. Reads the lockfile; only the weaknesses are asked of the registry, and where it does not answer
 * that, this is said, and those of our own list are looked for. With `--release` it must answer.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** MPL-2.0 binds changes of its own files only; they come unchanged, with Vite. */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MPL-2.0',
];

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const shipped = Object.entries(packages).filter(
  ([path, entry]) => path !== '' && !entry.dev && !entry.devOptional,
);
const problems = [
  ...shipped
    .filter(([, { license }]) => !LICENCES.includes(license))
    .map(
      ([path, { license }]) => `${path} has the licence ${license ?? '(none)'}, which is not on the list.`,
    ),
  ...shipped
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => `${path} runs a script when it is installed.`),
];

const counts = {};
for (const [, { license }] of shipped) counts[license] = (counts[license] ?? 0) + 1;
console.log(
  `${shipped.length} packages: ${Object.entries(counts)
    .map((pair) => pair.join(' '))
    .join(', ')}`,
);
console.log(audit());
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

/** What the registry knows; weaknesses rated high or critical become problems. */
function audit() {
  const run = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
  const found = parsed(run.stdout)?.metadata?.vulnerabilities;
  if (!found) {
    if (process.argv.includes('--release'))
      problems.push('A release needs a registry that answers `npm audit`; the one in use does not.');
    return auditByList();
  }
  const grave = found.high + found.critical;
  if (grave > 0) problems.push(`npm audit knows ${grave} weaknesses rated high or critical.`);
  return `Known weaknesses: ${found.total}, of which high or critical ${grave}`;
}

/**
 * What was published until a certain day. Of each package stands there in which version it was mended, for each major
 * version in which it was; later majors never had it, and earlier ones have it still.
 */
function auditByList() {
  const list = join(import.meta.dirname, 'known-weaknesses.json');
  const { asOf, weaknesses } = JSON.parse(readFileSync(list, 'utf8'));
  for (const [path, { version }] of shipped)
    for (const { package: name, fixed, advisories } of weaknesses)
      if (path.endsWith(`node_modules/${name}`) && isBefore(version, fixed))
        problems.push(`${path} ${version} has known weaknesses: ${advisories.join(', ')}.`);
  return `Known weaknesses: the registry in use does not answer \`npm audit\`, so the packages were compared with the list of ${asOf}.`;
}

/** Whether a version is older than the mended one of its major, or its major than all of them. */
function isBefore(version, fixed) {
  const own = numbersOf(version);
  const mended = fixed.map(numbersOf);
  if (mended.every(([major]) => own[0] < major)) return true;
  return mended.some(([major, minor, patch]) => {
    if (own[0] !== major) return false;
    if (own[1] !== minor) return own[1] < minor;
    return own[2] < patch || (own[2] === patch && version.includes('-'));
  });
}

function numbersOf(version) {
  return version.split('-')[0].split('.').map(Number);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
