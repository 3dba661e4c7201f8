import {
  type CheckProgress,
  check,
  loadDescriptions,
  optionsFor,
  startReference,
  writeReports,
} from 'messaging-conformance';
import { expect, test } from 'vitest';

// Without MESSAGING_URL the bundled service is checked, so that this project can be tried as it is.
const baseUrl = process.env['MESSAGING_URL'] ?? null;
const key = process.env['MESSAGING_KEY'] ?? null;

test('the deployment does what the interface states', { timeout: 120_000 }, async () => {
  const failed: string[] = [];
  const record = await check({
    baseUrl,
    key,
    grep: ['routing/*'],
    signal: AbortSignal.timeout(110_000),
    onProgress: (progress: CheckProgress) => {
      if (progress.kind === 'case' && progress.verdict === 'fail') failed.push(progress.id);
    },
  });
  const files = await writeReports(record, 'reports');
  expect(files.some((file) => file.endsWith('index.html'))).toBe(true);
  expect(failed, record.sentence).toEqual([]);
  expect(record.exitCode, record.sentence).toBe(0);
});

test('a gateway can be developed against the sandbox', { timeout: 60_000 }, async () => {
  const descriptions = await loadDescriptions();
  const service = await startReference({ descriptions, seed: 1 });
  try {
    const record = await check({ ...optionsFor(service, descriptions), grep: ['1.2/routing/new-user'] });
    expect(record.cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  } finally {
    await service.close();
  }
});
