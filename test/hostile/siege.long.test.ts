import { expect, test } from 'vitest';
import type { Delivery } from '../../src/engine/ports.js';
import { startCatcher } from '../../src/webhook/catcher.js';
import { laySiege } from '../support/hostile/siege.js';

const MIB = 1024 * 1024;
/** 10,000 a second for ten seconds, sent as fast as they are taken: in less time. */
const FLOOD = 100_000;
/** How many deliveries of others the catcher keeps. */
const OTHERS_KEPT = 32_000;
/** A fifth of the flood: an own event that stood in line behind it would wait for all. */
const MOST_BEFORE_OWN = FLOOD / 5;

test('slow connections, huge bodies, a flood, and what is no event, all at once: own events do not stand in line behind the flood, memory is bounded', async () => {
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
  const ended = over.then(
    () => null,
    (error: Error) => error.message,
  );
  void ended.then(() => {
    goesOn = false;
  });
  try {
    const taken = (): number => caught.deliveries.length + caught.counters.dropped;
    /** How many others were taken between sending an event of our own and its arrival. */
    const overtaken: number[] = [];
    await Promise.race([caught.waitFor(() => true, 60_000), ended]);
    while (goesOn) {
      const mark = `mine-${overtaken.length}-`;
      const before = taken();
      const isMarked = ({ body }: Delivery): boolean => Buffer.from(body).includes(mark);
      // Thousands have come before.
      const arrived = caught.waitFor(isMarked, 60_000, undefined, caught.deliveries.at(-1)?.id);
      const response = await fetch(url, { method: 'POST', body: mark });
      expect([response.status, (await arrived) === null]).toEqual([200, false]);
      overtaken.push(taken() - before);
    }
    expect(await ended).toBeNull();

    expect(Math.max(...overtaken)).toBeLessThan(MOST_BEFORE_OWN);
    expect(overtaken.length).toBeGreaterThan(0);
    const own = caught.deliveries.filter((delivery) => Buffer.from(delivery.body).includes('mine'));
    expect(own).toHaveLength(overtaken.length + 2);
    expect(caught.counters.droppedOwn).toBe(0);
    expect(caught.counters.dropped).toBeGreaterThan(FLOOD - OTHERS_KEPT - 1_000);
    expect(caught.deliveries.length).toBeLessThanOrEqual(OTHERS_KEPT + own.length);
    const kept = caught.deliveries.reduce((sum, delivery) => sum + delivery.body.length, 0);
    expect(kept).toBeLessThan(48 * MIB);
    expect(caught.deliveries.filter(({ size }) => size === 100 * MIB)).toHaveLength(2);
  } finally {
    lift();
    await caught.close();
  }
}, 180_000);
