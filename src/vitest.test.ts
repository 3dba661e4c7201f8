import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDescriptions } from './description/load.js';
import { packageRoot } from './package-root.js';
import { startReference } from './reference/service.js';

interface Told {
  fullName: string;
  status: string;
  failureMessages: string[];
}

/** Runs the file in a Vitest of its own, in an empty folder. */
async function ownVitest(file: string): Promise<Told[]> {
  const folder = await mkdtemp(join(tmpdir(), 'own-vitest-'));
  try {
    await symlink(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'gate.test.ts'), file);
    const vitest = join(packageRoot(), 'node_modules/vitest/vitest.mjs');
    const argv = [vitest, 'run', '--root', folder, '--reporter=json', '--outputFile=told.json'];
    await new Promise((resolve) => execFile(process.execPath, argv, { cwd: folder }, resolve));
    const { testResults } = JSON.parse(await readFile(join(folder, 'told.json'), 'utf8'));
    return testResults.flatMap((result: { assertionResults: Told[] }) => result.assertionResults);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("in somebody's own Vitest each case is a test with its verdict and its reason", {
  timeout: 60_000,
}, async () => {
  const service = await startReference({
    descriptions: await loadDescriptions(),
    tls: false,
    faults: ['key-missing-opens'],
  });
  try {
    const options = {
      baseUrl: service.baseUrl,
      key: service.keys.main,
      grep: ['1.0/authentication/{no,cut}-key/getDestinations', '1.0/destinations/presence-login'],
    };
    const told = await ownVitest(
      `import { conformance } from ${JSON.stringify(join(packageRoot(), 'src/vitest.ts'))};
await conformance(${JSON.stringify(options)});`,
    );
    const of = (id: string): Told | undefined => told.find(({ fullName }) => fullName === id);
    expect(of('1.0/authentication/cut-key/getDestinations')?.status).toBe('passed');
    // Nobody acts for the employees here.
    expect(of('1.0/destinations/presence-login')?.status).toBe('skipped');
    const failed = of('1.0/authentication/no-key/getDestinations');
    expect(failed?.status).toBe('failed');
    expect(failed?.failureMessages.join()).toContain('accepted a request');
  } finally {
    await service.close();
  }
});
