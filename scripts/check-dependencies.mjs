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
const shipped = Object.entries(packages).filter(([path, one]) => path !== '' && !one.dev && !one.devOptional);
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

/** What was published until a certain day, as versions that are mended, one for each major version that is. */
function auditByList() {
  const list = join(import.meta.dirname, 'known-weaknesses.json');
  const { asOf, weaknesses } = JSON.parse(readFileSync(list, 'utf8'));
  for (const [path, { version }] of shipped)
    for (const { package: name, fixed, advisories } of weaknesses)
      if (path.endsWith(`node_modules/${name}`) && fixed.some((one) => isOlder(version, one)))
        problems.push(`${path} ${version} has known weaknesses: ${advisories.join(', ')}.`);
  return `Known weaknesses: the registry in use does not answer \`npm audit\`; ours are looked for in a list as of ${asOf}.`;
}

/** Whether a version is below another of the same major. */
function isOlder(version, than) {
  const [a, b] = [version, than].map((one) => one.split('-')[0].split('.').map(Number));
  return a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
