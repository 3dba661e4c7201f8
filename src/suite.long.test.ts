import { expect, test } from 'vitest';
import { ownVitest, serviceOpenToAll } from '../test/support/process/own-vitest.js';
import { packageRoot } from './package-root.js';

test('the suites are test files of Vitest, with its filters: those that they leave are checked and judged', {
  timeout: 120_000,
}, async () => {
  const service = await serviceOpenToAll();
  const results = await ownVitest(
    packageRoot(),
    ['--project', 'suites', 'authentication', '-t', '1.0/authentication/(no|cut)-key/getDestinations'],
    { CONFORM_BASE_URL: service.baseUrl, CONFORM_KEY: service.keys.main },
  );
  const ran = [...results.values()].filter(({ status }) => status !== 'skipped');
  expect(ran.map(({ fullName, status }) => [fullName, status])).toEqual([
    ['1.0/authentication/no-key/getDestinations', 'failed'],
    ['1.0/authentication/cut-key/getDestinations', 'passed'],
  ]);
  expect(ran[0]?.failureMessages.join()).toContain('accepted a request');
  expect(results.size).toBeGreaterThan(ran.length);
});

test('without an address the suites check the bundled service', { timeout: 120_000 }, async () => {
  const results = await ownVitest(packageRoot(), ['--project', 'suites', 'destinations']);
  expect(results.size).toBeGreaterThan(5);
  expect([...results.values()].filter(({ status }) => status !== 'passed')).toEqual([]);
});
