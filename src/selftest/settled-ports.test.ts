import { expect, test } from 'vitest';
import type { Ports } from '../engine/ports.js';
import { systemClock } from '../run/clock.js';
import { startCatcher } from '../webhook/catcher.js';
import { settledPorts } from './settled-ports.js';

const NEVER_MS = 60_000;

test('whoever waits gets what comes before the service is at rest, and learns then that nothing else will', async () => {
  const catcher = await startCatcher({ host: '127.0.0.1', port: 0 });
  let rest: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    rest = resolve;
  });
  const ports = { mailbox: catcher, clock: systemClock } as unknown as Ports;
  const { mailbox, clock } = settledPorts(ports, { settled: () => settled });
  try {
    const url = mailbox.address('main');
    const first = mailbox.waitFor(({ method }) => method === 'POST', NEVER_MS);
    const second = mailbox.waitFor(({ method }) => method === 'PUT', NEVER_MS);
    const pause = clock.sleep(1);
    await fetch(url, { method: 'POST', body: '{}' });
    expect((await first)?.method).toBe('POST');
    rest();
    expect(await second).toBeNull();
    await pause;
    expect(mailbox.deliveries).toHaveLength(1);
    expect(await mailbox.waitFor(({ method }) => method === 'PUT', 0)).toBeNull();
  } finally {
    await catcher.close();
  }
});
