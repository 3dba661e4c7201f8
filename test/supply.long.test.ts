import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../src/package-root.js';

const GOOD = { version: '1.0.0', license: 'MIT' };

/** What `npm run supply` says of a lockfile, where the registry answers `npm audit` so. */
function supply(packages: Record<string, object>, audit: unknown, ...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'conform-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  writeFileSync(join(folder, 'answer'), typeof audit === 'string' ? audit : JSON.stringify(audit));
  // npm ends with 1 where it knows a weakness.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\ncat answer\nexit 1\n');
  chmodSync(join(folder, 'npm'), 0o755);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(packageRoot(), 'scripts/check-dependencies.mjs'), ...flags],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` } },
  );
  return { status, said: stdout + stderr };
}

const known = (weaknesses: object): object => ({
  auditReportVersion: 2,
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 1, ...weaknesses },
  },
});

test.each([
  [{ total: 0 }, 0, 'Known weaknesses: 0'],
  [{ moderate: 1 }, 0, 'high or critical 0'],
  [{ high: 1 }, 1, '1 weaknesses rated high or critical'],
  [{ critical: 1 }, 1, '1 weaknesses rated high or critical'],
])('weaknesses that the registry knows: %j', (weaknesses, status, text) => {
  const ran = supply({ 'node_modules/a': GOOD }, known(weaknesses));
  expect([ran.status, ran.said]).toEqual([status, expect.stringContaining(text)]);
});

test.each([[''], [{ message: 'not found', error: { code: 'E404' } }]])(
  'a registry that does not tell is no reason to fail, and it is said: %j',
  (audit) => {
    const ran = supply({ 'node_modules/a': GOOD }, audit);
    expect([ran.status, ran.said]).toEqual([0, expect.stringContaining('does not answer `npm audit`')]);
  },
);

test('a release needs a registry that tells, and one without grave weaknesses', () => {
  const release = (audit: unknown) => supply({ 'node_modules/a': GOOD }, audit, '--release');
  expect(release('')).toEqual({ status: 1, said: expect.stringContaining('A release needs a registry') });
  expect(release(known({ high: 1 })).status).toBe(1);
  expect(release(known({ total: 0 })).status).toBe(0);
});

test.each([
  ['node_modules/fast-uri', '3.1.5', 1],
  ['node_modules/ajv/node_modules/fast-uri', '3.0.9', 1],
  ['node_modules/fast-uri', '4.1.2', 1],
  ['node_modules/fast-uri', '3.1.6', 0],
  ['node_modules/fast-uri', '3.2.0', 0],
  ['node_modules/fast-uri', '4.1.3-beta.1', 1],
  ['node_modules/fast-uri', '4.1.4-beta.1', 0],
  ['node_modules/fast-uri', '2.9.9', 1],
  ['node_modules/fast-uri', '5.0.0', 0],
  ['node_modules/not-fast-uri', '3.1.5', 0],
])('where the registry does not tell, a list does: %s %s', (path, version, status) => {
  const ran = supply({ [path]: { ...GOOD, version } }, '');
  expect(ran.status).toBe(status);
  if (status === 1)
    expect(ran.said).toContain(`${path} ${version} has known weaknesses: GHSA-v2hh-gcrm-f6hx`);
});

test('the list is one of versions that can be compared', () => {
  const text = readFileSync(join(packageRoot(), 'scripts/known-weaknesses.json'), 'utf8');
  const { asOf, weaknesses } = JSON.parse(text);
  expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  for (const { fixed, advisories } of weaknesses) {
    for (const version of fixed) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const id of advisories) expect(id).toMatch(/^(GHSA(-[a-z0-9]{4}){3}|CVE-\d{4}-\d+)$/);
  }
});

test.each([
  [
    'a licence that is not on the list',
    { ...GOOD, license: 'GPL-3.0' },
    'node_modules/a has the licence GPL-3.0',
  ],
  ['no licence', { version: '1.0.0' }, 'node_modules/a has the licence (none)'],
  ['a script at installation', { ...GOOD, hasInstallScript: true }, 'node_modules/a runs a script'],
])('%s fails, but not in what is for development alone', (_name, entry, text) => {
  const ran = supply({ 'node_modules/a': entry }, known({ total: 0 }));
  expect([ran.status, ran.said]).toEqual([1, expect.stringContaining(text)]);
  expect(supply({ 'node_modules/a': { ...entry, dev: true } }, known({ total: 0 })).status).toBe(0);
});
