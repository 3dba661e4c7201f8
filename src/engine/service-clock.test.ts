import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Exchange } from './evidence.js';
import { serviceTime } from './service-clock.js';

const [description] = await loadDescriptions();
const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;

const message = (timestamp: unknown, agoMs: number, operation = 'sendText'): Exchange =>
  ({
    version: '1.0',
    operation,
    outcome: {
      kind: 'response',
      status: 200,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify({ success: true, message_id: 'm', timestamp })),
      startedAt: NOW - agoMs,
      durationMs: 1,
    },
  }) as unknown as Exchange;

test.each<[string, Exchange[], number]>([
  ['none', [], NOW],
  ['one', [message(NOW + HOUR, 2_000)], NOW + HOUR + 2_000],
  ['two', [message(NOW, 9_000), message(NOW + 5 * HOUR, 1_000)], NOW + 5 * HOUR + 1_000],
  [
    'one in seconds, which is no time',
    [message(NOW + HOUR, 2_000), message(NOW / 1000, 0)],
    NOW + HOUR + 2_000,
  ],
  ['one that is a text', [message(String(NOW + HOUR), 0)], NOW],
  ['no message', [message(NOW + HOUR, 0, 'selectDestination')], NOW],
])('the time of the service is that of the last message: %s', (_, exchanges, time) => {
  expect(description && serviceTime(exchanges, () => description, NOW)).toBe(time);
});
