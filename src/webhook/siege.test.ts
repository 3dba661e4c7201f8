import { expect, test } from 'vitest';
import { laySiege } from '../testing/siege.js';
import { startCatcher } from './catcher.js';

const MIB = 1024 * 1024;
/** Of ten seconds. They come as fast as they are taken, in a good deal less. */
const FLOOD = 100_000;

test('slow connections, huge bodies, a flood, and what is no event, all at once: own events are kept within a second, memory is bounded', async () => {
  const caught = await startCatcher({ host: '127.0.0.1', port: 0 });
  caught.recognize('mine');
  const url = caught.address('a');
  const { over, lift } = laySiege({
    url,
    slow: 200,
    odd: 20,
    huge: 2,
    hugeMib: 100,
    hugeText: 'mine, and huge; ',
    flood: { deliveries: FLOOD, senders: 10, body: '{"event":"x","user":"somebody"}' },
  });
  let goesOn = true;
  const ended = over.finally(() => {
    goesOn = false;
  });
  try {
    const delays: number[] = [];
    expect(await caught.waitFor(() => true, 30_000)).not.toBeNull();
    while (goesOn) {
      const mark = `mine-${delays.length}-`;
      const sent = performance.now();
      const arrived = caught.waitFor((one) => Buffer.from(one.body).includes(mark), 60_000);
      const answer = await fetch(url, { method: 'POST', body: mark });
      expect([answer.status, (await arrived) === null]).toEqual([200, false]);
      delays.push(performance.now() - sent);
    }
    await ended;

    expect(Math.max(...delays)).toBeLessThan(1_000);
    expect(delays.length).toBeGreaterThan(5);
    const own = caught.deliveries.filter((one) => Buffer.from(one.body).includes('mine'));
    expect(own).toHaveLength(delays.length + 2);
    expect(caught.counters.droppedOwn).toBe(0);
    expect(caught.counters.dropped).toBeGreaterThan(FLOOD - 11_000);
    expect(caught.deliveries.length).toBeLessThanOrEqual(10_000 + own.length);
    const kept = caught.deliveries.reduce((sum, one) => sum + one.body.length, 0);
    expect(kept).toBeLessThan(48 * MIB);
    expect(caught.deliveries.filter(({ size }) => size === 100 * MIB)).toHaveLength(2);
  } finally {
    lift();
    await caught.close();
  }
}, 180_000);
