import { conformance } from 'messaging-conformance/vitest';
import { expect, test } from 'vitest';

// One test a case. Without MESSAGING_URL the bundled service is checked.
const record = await conformance({
  baseUrl: process.env['MESSAGING_URL'] ?? null,
  key: process.env['MESSAGING_KEY'] ?? null,
  grep: ['destinations/*'],
});

test('the run came to a verdict', () => {
  expect(record.exitCode, record.sentence).toBe(0);
});
