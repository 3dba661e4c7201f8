import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { activeMoment, activeNow, afterActive } from './active-time.js';

/** Nothing of this process runs meanwhile, as if the machine slept. */
function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}

test('the clock shows the date, and stands still while the process is held up', () => {
  const before = activeNow();
  // Behind by all that this process has been held up, which other tests may have done as well.
  expect(Math.abs(before - Date.now())).toBeLessThan(3_600_000);
  holdUp(1_500);
  const lived = activeNow() - before;
  expect(lived).toBeGreaterThan(0);
  expect(lived).toBeLessThan(1_000);
});

test('a short while counts in full', () => {
  const before = activeNow();
  holdUp(50);
  expect(activeNow() - before).toBeGreaterThan(45);
});

test('it never goes back, and what is recorded has whole milliseconds', () => {
  const seen: number[] = [];
  for (const ms of [0, 1, 700, 0, 3]) {
    holdUp(ms);
    seen.push(activeNow(), activeNow());
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(Number.isInteger(activeMoment())).toBe(true);
});

test('who waits does not wait for less than he was promised because the process was held up', async () => {
  let called = false;
  const cancel = afterActive(900, () => {
    called = true;
  });
  holdUp(1_000);
  await turns(8);
  expect(called).toBe(false);
  cancel();
});

test('what has come is read before anybody is told that his time is over', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [socket] = await once(server, 'connection');
  const told: string[] = [];
  socket.on('data', () => told.push('read'));
  const over = new Promise<void>((resolve) => {
    afterActive(5, () => {
      told.push('over');
      resolve();
    });
  });
  client.write('something');
  holdUp(50);
  await over;
  expect(told).toEqual(['read', 'over']);
  client.destroy();
  server.close();
});

test('it can be taken back until it is told', async () => {
  const called: string[] = [];
  const cancelAtOnce = afterActive(5, () => called.push('at once'));
  const cancelWhenDue = afterActive(5, () => called.push('when due'));
  await new Promise<void>((resolve) => {
    // All three are due in the same turn, in this order.
    setTimeout(() => {
      cancelWhenDue();
      resolve();
    }, 5);
    cancelAtOnce();
    holdUp(20);
  });
  await turns(8);
  expect(called).toEqual([]);
});
