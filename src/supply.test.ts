import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from './package-root.js';

const GOOD = { version: '1.0.0', license: 'MIT' };

/** What `npm run supply` says of a lockfile, where the registry answers `npm audit` so. */
function supply(packages: Record<string, object>, audit: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'conform-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
  writeFileSync(join(folder, 'answer'), typeof audit === 'string' ? audit : JSON.stringify(audit));
  // npm ends with 1 where it knows a weakness.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\ncat answer\nexit 1\n');
  chmodSync(join(folder, 'npm'), 0o755);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(packageRoot(), 'scripts/check-dependencies.mjs')],
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
    expect([ran.status, ran.said]).toEqual([0, expect.stringContaining('NOT CHECKED')]);
  },
);

test.each([
  [
    'a licence that is not on the list',
    { ...GOOD, license: 'GPL-3.0' },
    'node_modules/a has the licence GPL-3.0',
  ],
  ['no licence', { version: '1.0.0' }, 'node_modules/a has the licence (none)'],
  ['a script at installation', { ...GOOD, hasInstallScript: true }, 'node_modules/a runs a script'],
])('%s fails, but not in what is for development alone', (_name, one, text) => {
  const ran = supply({ 'node_modules/a': one }, known({ total: 0 }));
  expect([ran.status, ran.said]).toEqual([1, expect.stringContaining(text)]);
  expect(supply({ 'node_modules/a': { ...one, dev: true } }, known({ total: 0 })).status).toBe(0);
});
