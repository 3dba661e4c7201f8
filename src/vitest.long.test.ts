import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownVitest, serviceOpenToAll } from '../test/support/process/own-vitest.js';
import { packageRoot } from './package-root.js';

test("in somebody's own Vitest each case is a test with its verdict and its reason", {
  timeout: 120_000,
}, async () => {
  const service = await serviceOpenToAll();
  const folder = await mkdtemp(join(tmpdir(), 'own-project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  const options = {
    baseUrl: service.baseUrl,
    key: service.keys.main,
    grep: ['1.0/authentication/{no,cut}-key/getDestinations', '1.0/destinations/presence-login'],
  };
  await writeFile(
    join(folder, 'gate.test.ts'),
    `import { conformance } from ${JSON.stringify(join(packageRoot(), 'src/vitest.ts'))};
await conformance(${JSON.stringify(options)});`,
  );
  const results = await ownVitest(folder, ['--root', folder]);
  expect(results.get('1.0/authentication/cut-key/getDestinations')?.status).toBe('passed');
  // Nobody acts for the employees here.
  expect(results.get('1.0/destinations/presence-login')?.status).toBe('skipped');
  const failed = results.get('1.0/authentication/no-key/getDestinations');
  expect(failed?.status).toBe('failed');
  expect(failed?.failureMessages.join()).toContain('accepted a request');
});
