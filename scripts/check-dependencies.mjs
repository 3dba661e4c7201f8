/**
 * Checks what the package brings into other people's projects: known weaknesses, licences, and scripts that would run
 * at installation. Reads the lockfile; only the weaknesses are asked of the registry, and where it does not answer
 * that, this is said and nothing fails.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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
  if (!found) return 'Known weaknesses: NOT CHECKED, for the registry in use does not answer `npm audit`.';
  const grave = found.high + found.critical;
  if (grave > 0) problems.push(`npm audit knows ${grave} weaknesses rated high or critical.`);
  return `Known weaknesses: ${found.total}, of which high or critical ${grave}`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
