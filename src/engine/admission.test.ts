import { expect, test } from 'vitest';
import { MAIN_ADDRESS } from './address-log.js';
import { Admission } from './admission.js';

/** An admission on a clock of its own, and how many cases of one event each are inside. */
function staged({ latencyMs = 100 as number | null, timeoutMs = 10_000 } = {}) {
  const at = { now: 1_000_000, delivery: null as number | null };
  const admission = new Admission(
    latencyMs === null ? null : { ms: latencyMs + 40, roundTripMs: 40 },
    timeoutMs,
    () => at.now,
    () => at.delivery,
  );
  const inside: (() => void)[] = [];
  const line = async (cases: number, events = 1): Promise<void> => {
    for (let count = 0; count < cases; count += 1)
      void admission.enter(events, 0).then((leave) => void inside.push(leave));
    await settled();
  };
  const came = async (ms: number, causedAt = at.now, beganAt = 0, address = MAIN_ADDRESS): Promise<void> => {
    at.delivery = at.now;
    admission.came(ms, {
      event: 'Closed',
      address,
      at: causedAt,
      isSole: true,
      caseBeganAt: beganAt,
    });
    await settled();
  };
  return { admission, at, inside, line, came };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each([
  [0, 125],
  [10, 125],
  [20, 62],
  [1_000, 32],
])('at first so many begin that one line of events of %i ms each is short', async (latencyMs, most) => {
  const { inside, line } = staged({ latencyMs });
  await line(2_000);
  expect(inside).toHaveLength(most);
});

test('a service that sends no events has no line', async () => {
  const { admission, inside, line } = staged({ latencyMs: null });
  await line(2_000);
  expect(inside).toHaveLength(2_000);
  expect(admission.stayMs).toBe(0);
});

test('events that come promptly make room, those that come late take it away, once for all that were caused before', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(100);
  expect(inside).toHaveLength(32);
  for (let count = 0; count < 4; count += 1) await came(100);
  expect(inside).toHaveLength(40);
  const before = at.now;
  at.now += 5_000;
  await came(5_000, before);
  await came(5_000, before);
  expect(admission.isCrowded).toBe(true);
  for (const leave of inside.slice(0, 20)) leave();
  await settled();
  expect(inside).toHaveLength(40);
  inside[20]?.();
  await settled();
  expect(inside).toHaveLength(41);
  await came(100);
  expect(admission.isCrowded).toBe(false);
});

test('events count as queued as long as some came late within the last event timeout', async () => {
  const { admission, at, line, came } = staged({ timeoutMs: 10_000 });
  await line(100);
  expect(admission.isQueued).toBe(false);
  const before = at.now;
  at.now += 5_000;
  await came(5_000, before);
  expect(admission.isQueued).toBe(true);
  at.now += 9_999;
  await came(100);
  expect(admission.isQueued).toBe(true);
  at.now += 1;
  expect(admission.isQueued).toBe(false);
});

test('a case that causes more events than there is room for goes alone', async () => {
  const { inside, line } = staged();
  await line(1, 50);
  await line(1);
  expect(inside).toHaveLength(1);
  inside[0]?.();
  await settled();
  expect(inside).toHaveLength(2);
});

test('an event that is overdue makes room where nothing comes, or all else does promptly, and not where a line may be', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(1_000);
  at.now += 2_000;
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(64);
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(64);
  at.now += 500;
  for (let count = 0; count < 3; count += 1) await came(400);
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(64);
  at.now += 2_000;
  for (let count = 0; count < 3; count += 1) await came(100);
  admission.overdue();
  await settled();
  // Those that came have made room themselves.
  const widened = inside.length;
  expect(widened).toBe(64 + 6 + 32);
  // Those that have just begun may be what comes late: no more begin until that would show.
  at.now += admission.overdueMs / 2;
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(widened);
  at.now += admission.overdueMs;
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(widened + 32);
});

test('beside what waits in vain, no more begin than are known to fit, once a queue has shown', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(1_000);
  at.now += 5_000;
  await came(5_000, at.now - 5_000);
  const before = inside.length;
  for (const more of [1, 2]) {
    at.now += 8_000;
    admission.overdue();
    await settled();
    expect(inside).toHaveLength(before + more * (before / 2));
  }
});

test('the room beside what waits in vain goes when that ends', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(1_000);
  at.now += 5_000;
  await came(5_000, at.now - 5_000);
  const before = inside.length;
  at.now += 8_000;
  admission.overdue();
  await settled();
  const beside = inside.length - before;
  expect(beside).toBe(before / 2);
  for (const leave of inside.slice(0, before)) leave();
  await settled();
  expect(inside).toHaveLength(before + beside);
  inside[before]?.();
  await settled();
  expect(inside).toHaveLength(before + beside + 1);
});

test('once waits are given up, everybody may begin only if no event ever came', async () => {
  for (const isSilent of [true, false]) {
    const { admission, inside, line, came } = staged();
    await line(1_000);
    if (!isSilent) await came(100);
    const before = inside.length;
    admission.givenUp();
    await settled();
    expect(inside).toHaveLength(isSilent ? 1_000 : before);
  }
});

test('when the run ends everybody may begin', async () => {
  const { admission, inside, line } = staged();
  await line(1_000);
  admission.open();
  await settled();
  expect(inside).toHaveLength(1_000);
});

test('groups that go abreast are parted only where events came late', async () => {
  const { admission, at, line, came } = staged();
  const group = Array.from({ length: 400 }, (_, at) => at);
  const sizes = (): number[] => [...admission.parts(group, () => 1)].map(({ length }) => length);
  await line(32);
  expect(sizes()).toEqual([400]);
  at.now += 5_000;
  await came(5_000, 0);
  // Sixteen take no longer than half a second: as long as they come, so many more fit into most of the timeout.
  expect(Math.max(...sizes())).toBe(240 - 32);
});

test('once late events have come, one is overdue only after longer than they took, for a while', async () => {
  const { admission, at, line, came } = staged();
  await line(1_000);
  expect(admission.overdueMs).toBe(1_000);
  await came(1_600);
  await came(100);
  expect(admission.overdueMs).toBe(4_000);
  await came(4_000);
  expect(admission.overdueMs).toBe(5_000);
  at.now += 5_001;
  await came(100);
  expect(admission.overdueMs).toBe(1_000);
});

test('events that take longer the more there are stand in queues, even if they overtake one another', async () => {
  const { admission, at, line, came } = staged();
  await line(1_000);
  for (let count = 0; count < 15; count += 1) await came(100, at.now - 100);
  for (let count = 0; count < 30; count += 1) {
    at.now += 50;
    // By turns from a long queue and a short one.
    const ms = count % 2 === 0 ? 3_000 : 600;
    await came(ms, at.now - ms);
  }
  expect(admission.isCrowded).toBe(true);
});

test('a service that sends the events of each user one after the other is not crowded: others overtake them', async () => {
  const { admission, at, line, inside, came } = staged();
  await line(200);
  const begun = inside.length;
  at.now += 5_000;
  // The case of the second event began long after the first one was caused.
  await came(100, at.now - 100, at.now - 200);
  await came(5_000, at.now - 5_000, at.now - 5_000);
  expect(admission.isCrowded).toBe(false);
  expect(inside.length).toBeGreaterThan(begun);
  // Here it did not.
  await came(5_000, at.now - 200, at.now - 5_000);
  expect(admission.isCrowded).toBe(true);
});

test('late events that overtake one another take no room away: none of them waits for another', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(1_000);
  // As many as are compared, half of them prompt and caused after those that come behind them.
  for (let count = 0; count < 12; count += 1) {
    at.now += 50;
    await came(100, at.now - 100);
    await came(900, at.now - 900);
  }
  const begun = inside.length;
  await came(3_000, at.now - 3_000);
  expect(admission.isCrowded).toBe(false);
  for (const leave of inside.slice(0, 20)) leave();
  await settled();
  expect(inside).toHaveLength(begun + 20);
});

test.each([
  ['at the same address', MAIN_ADDRESS, false],
  ['at another address, which may have a queue of its own', 'other', true],
])('where others overtake most late events %s, the rest take no room away', async (_, address, isCrowded) => {
  const { admission, at, line, came } = staged();
  await line(1_000);
  const late = async (): Promise<void> => {
    at.now += 600;
    await came(600, at.now - 600);
  };
  for (let count = 0; count < 4; count += 1) await late();
  for (let count = 0; count < 6; count += 1) {
    at.now += 50;
    await came(10, at.now - 10, 0, address);
    await came(600, at.now - 600);
  }
  await came(10);
  await late();
  expect(admission.isCrowded).toBe(isCrowded);
});

test('late events in the order of their causes take room away', async () => {
  const { admission, at, line, came } = staged();
  await line(1_000);
  for (let count = 0; count < 24; count += 1) {
    at.now += 50;
    await came(900, at.now - 900);
  }
  await came(3_000, at.now - 3_000);
  expect(admission.isCrowded).toBe(true);
});

test('as long as no event arrived late, cases that fit go before one that does not', async () => {
  const { at, inside, line, came } = staged();
  await line(10);
  const room = inside.length;
  await line(1, 100);
  await line(5);
  expect(inside).toHaveLength(room + 5);
  at.now += 5_000;
  await came(5_000);
  await line(1, 100);
  await line(5);
  expect(inside).toHaveLength(room + 5);
});

test('cases without events hold back while events come late, and go on when they come promptly, or none is awaited', async () => {
  const { admission, at, inside, line, came } = staged();
  const filling: (() => void)[] = [];
  const fill = async (cases: number): Promise<void> => {
    for (let count = 0; count < cases; count += 1)
      void admission.enterBeside(1).then((leave) => void filling.push(leave));
    await settled();
  };
  await line(10);
  await fill(200);
  expect(filling).toHaveLength(64);
  at.now += 5_000;
  await came(5_000);
  for (const leave of filling) leave();
  await settled();
  expect(filling).toHaveLength(64);
  await came(100);
  // Half of the room there was, and one more for the event that came promptly.
  expect(filling).toHaveLength(64 + 33);
  at.now += 5_000;
  await came(5_000);
  for (const leave of [...filling.slice(64), ...inside]) leave();
  await settled();
  expect(filling).toHaveLength(64 + 33 + 16);
});

test('between the events of a long line more time may pass than between others', async () => {
  const { admission, at, inside, line, came } = staged();
  await line(100);
  at.now += 6_000;
  await came(6_000, at.now - 6_000);
  const before = inside.length;
  at.now += 3_000;
  admission.overdue();
  await settled();
  expect(inside).toHaveLength(before);
  at.now += 3_000;
  admission.overdue();
  await settled();
  expect(inside.length).toBeGreaterThan(before);
});

test('events at contact points of their own add no room for those at the address that most share', async () => {
  const { inside, line, came } = staged();
  await line(100);
  for (let count = 0; count < 10; count += 1) await came(100, undefined, 0, 'own');
  expect(inside).toHaveLength(32);
  await came(100);
  expect(inside).toHaveLength(34);
});

test('in a queue, a finished case stays longer the longer the one before it stayed in vain; elsewhere it does not', async () => {
  const { admission, at, line, came } = staged();
  await line(100);
  await came(400);
  admission.stayedInVain(800);
  expect(admission.stayMs).toBe(800);
  const before = at.now;
  at.now += 1_000;
  await came(1_000, before);
  expect(admission.isQueued).toBe(true);
  expect(admission.stayMs).toBe(2_000);
  admission.stayedInVain(2_000);
  expect(admission.stayMs).toBe(4_000);
  admission.stayedInVain(4_000);
  expect(admission.stayMs).toBe(5_000);
});
