import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadDescriptions } from '../../../src/description/load.js';
import { packageRoot } from '../../../src/package-root.js';
import { type ReferenceService, startReference } from '../../../src/reference/service.js';
import { environment } from './command-line.js';

/** What Vitest's own JSON reporter says of a test. */
export interface TestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
}

/** For tests: `vitest run` with these arguments in a process of its own, and what it reports of each test by its name. */
export async function ownVitest(
  folder: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Map<string, TestResult>> {
  const results = await mkdtemp(join(tmpdir(), 'own-vitest-'));
  try {
    const vitest = join(packageRoot(), 'node_modules/vitest/vitest.mjs');
    const outputFile = join(results, 'results.json');
    const argv = [vitest, 'run', ...args, '--reporter=json', `--outputFile=${outputFile}`];
    await new Promise((resolve) =>
      execFile(process.execPath, argv, { cwd: folder, env: environment(env) }, resolve),
    );
    const { testResults } = JSON.parse(await readFile(outputFile, 'utf8'));
    const tests = testResults.flatMap(
      (testResult: { assertionResults: TestResult[] }) => testResult.assertionResults,
    );
    return new Map(tests.map((testResult: TestResult) => [testResult.fullName, testResult]));
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** For tests: a service that accepts requests without a key, for as long as the test runs. */
export async function serviceOpenToAll(): Promise<ReferenceService> {
  const service = await startReference({
    descriptions: await loadDescriptions(),
    tls: false,
    faults: ['key-missing-opens'],
  });
  onTestFinished(() => service.close());
  return service;
}
