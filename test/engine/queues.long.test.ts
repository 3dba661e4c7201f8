import { expect, test } from 'vitest';
import type { Case, Group } from '../../src/cases/types.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { makeRandom } from '../../src/reference/random.js';
import { late, type Through } from '../support/engine/odd-services.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { oneByOne, oneByOneEach, outbox } from '../support/service/habits.js';
import { EXHAUSTIVE, shareOf } from '../support/share.js';

/** Services whose events wait for each other, or just take long. */

const isOf =
  (...groups: readonly Group[]) =>
  ({ group }: Case): boolean =>
    groups.includes(group);

/** The cases of one version make a line that is long enough to be taken for a loss. */
const isOfLast =
  (...groups: readonly Group[]) =>
  (testCase: Case): boolean =>
    isOf(...groups)(testCase) && (EXHAUSTIVE || testCase.version === '1.2');

test('a service that sends one event after the other, fifty a second, is not accused', {
  timeout: 120_000,
}, async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 20,
    dialect: { ...defaultDialect, event: { ...defaultDialect.event, queue: 'all' } },
    only: isOfLast('routing', 'events', 'storage'),
  });
  const others = outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id);
  expect(others).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(300);
});

test.runIf(EXHAUSTIVE).each([33, 20])(
  'a service that sends the first events at once and then one every %i ms is not accused',
  {
    timeout: 120_000,
  },
  async (pauseMs) => {
    let next = 0;
    const { outcomes } = await virtualRun({
      roundTripMs: 20,
      through: late((_, now) => {
        next = Math.max(next, now - BURST * pauseMs) + pauseMs;
        return Math.max(0, next - now);
      }),
      only: isOfLast('routing', 'events', 'storage'),
    });
    const others = outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id);
    expect(others).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(300);
  },
);

test.each(
  shareOf(
    [
      // A slow outbox, and one that takes up to six of the ten seconds that there are: a few of its piles are too many.
      { ms: 1_200, most: 50, withinMs: EXHAUSTIVE ? 1_000_000 : 600_000 },
      { ms: 3_000, most: 200, withinMs: 1_350_000 },
    ],
    2,
  ),
)('an outbox that sends $most events every $ms ms is not accused', { timeout: 120_000 }, async (each) => {
  const { ms, most, withinMs } = each;
  const { outcomes, durationMs } = await virtualRun({
    roundTripMs: 4,
    faults: [outbox(ms, most)],
    only: isOfLast('routing', 'events', 'storage', 'walks'),
  });
  const others = outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id);
  expect(others).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(300);
  expect(durationMs).toBeLessThan(withinMs);
});

const BURST = 10;

/** Each user's events go to one of several queues, each of which sends one after the other and takes this long for each at most. */
function queuesOf({ count, mostMs }: { count: number; mostMs: number }): Through {
  const freeAt = new Array<number>(count).fill(0);
  const random = makeRandom(8);
  return late((_, now, body) => {
    const [user = ''] = /u-[0-9a-f]+-\d+[a-z]*/.exec(body) ?? [];
    const hash = [...user].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
    const takesMs = (Number.parseInt(random.hex(4), 16) / 0xffff) * mostMs;
    const at = Math.max(now, freeAt[hash % count] as number) + takesMs;
    freeAt[hash % count] = at;
    return at - now;
  });
}

test.each(
  shareOf(
    [
      { count: 12, mostMs: 250 },
      { count: 3, mostMs: 30 },
    ],
    2,
  ),
)(
  'a service that shares users out to $count queues is not accused: that events overtake others shows no room',
  { timeout: 120_000 },
  async (queues) => {
    const { outcomes, durationMs } = await virtualRun({
      roundTripMs: 4,
      through: queuesOf(queues),
      only: EXHAUSTIVE ? () => true : isOfLast('routing', 'events', 'storage', 'walks'),
    });
    const others = outcomes
      .filter(({ verdict }) => ['fail', 'inconclusive'].includes(verdict))
      .map(({ case: { id }, reason }) => `${id}: ${reason?.text}`);
    expect(others).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(300);
    expect(durationMs).toBeLessThan(400_000);
  },
);

test('what is lost where users are shared out to several queues is found out while these move on', {
  timeout: 120_000,
}, async () => {
  const silent: Fault = {
    summary: 'no reply of the second kind is sent',
    hook: ({ notify }) => ({
      notify: (event) => (event.name === 'FileMessage' ? [] : notify(event)),
    }),
  };
  const { outcomes, durationMs } = await virtualRun({
    roundTripMs: 4,
    faults: [silent],
    through: queuesOf({ count: 12, mostMs: 250 }),
    only: isOfLast('routing', 'events'),
  });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  expect(failed.filter(({ reason }) => !reason?.text.includes('FileMessage'))).toEqual([]);
  expect(failed.length).toBeGreaterThan(10);
  expect(durationMs).toBeLessThan(200_000);
});

test.each(
  shareOf<[string, (body: string) => number]>(
    [
      ['every reply and close', (body) => (/"(TextMessage|FileMessage|Closed)"/.test(body) ? 900 : 0)],
      ['every event', () => 600],
    ],
    2,
  ),
)(
  'a service that takes long for %s, however many there are, is not taken for a queue',
  {
    timeout: 120_000,
  },
  async (_, byMs) => {
    const { outcomes, durationMs } = await virtualRun({
      roundTripMs: 2,
      through: late((_runContext, _now, body) => byMs(body)),
      only: isOfLast('routing', 'events', 'storage'),
    });
    expect(outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(300);
    expect(durationMs).toBeLessThan(60_000);
  },
);

test('a service whose events take up to 1.2 s by chance is not taken for a queue', {
  timeout: 120_000,
}, async () => {
  // Chance looks like a queue with all but the first: with less and less room, each took a minute and a half or more.
  for (const seed of EXHAUSTIVE ? [8, 7, 14, 23, 37] : [37]) {
    const random = makeRandom(seed);
    const { outcomes, durationMs } = await virtualRun({
      roundTripMs: 4,
      through: late(() => (Number.parseInt(random.hex(4), 16) / 0xffff) * MOST_MS),
      // The others wait for contact points and for each other as well.
      only: (testCase) => testCase.phase === 'open' && isOfLast('routing', 'events', 'storage')(testCase),
    });
    expect(outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(200);
    expect(durationMs).toBeLessThan(EXHAUSTIVE ? 90_000 : 60_000);
  }
});

const MOST_MS = 1_200;

test('a service that sends one event after the other at each contact point, twenty a second, is not accused', {
  timeout: 120_000,
}, async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 4,
    faults: [oneByOneEach(50)],
    only: isOfLast('routing', 'events', 'storage', 'walks'),
  });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(300);
});

test.each(shareOf([40, 65], 2))(
  'a service that loses some events and sends the others one by one, every %i ms, is accused of what it loses alone',
  { timeout: 120_000 },
  async (everyMs) => {
    const line = oneByOne(everyMs);
    const lossy: Fault = {
      summary: 'from the fourth message on nothing is asked in 1.0',
      hook: ({ notify }) => ({
        notify: (event) =>
          event.name === 'SelectDestination' && event.version === '1.0' && event.user.ordinal >= 4
            ? []
            : notify(event),
      }),
    };
    const { outcomes } = await virtualRun({
      roundTripMs: 2,
      faults: [line, lossy],
      only: isOf('routing', 'concurrency'),
    });
    const found = outcomes.filter(({ verdict }) => verdict !== 'pass');
    expect(found.map(({ verdict, case: { id } }) => `${verdict} ${id}`).sort()).toEqual([
      'fail 1.0/concurrency/first-crowd',
      'fail 1.0/routing/many-messages',
      'fail 1.0/routing/many-messages-again',
    ]);
    expect(outcomes.length).toBeGreaterThan(250);
  },
);

const TIMEOUT_MS = 10_000;

test('a service that sends events one by one and never says that a conversation is closed is accused of that alone', {
  timeout: 120_000,
}, async () => {
  const line = oneByOne(20);
  const silent: Fault = {
    summary: 'Closed is never sent',
    hook: ({ notify }) => ({ notify: (event) => (event.name === 'Closed' ? [] : notify(event)) }),
  };
  const only = EXHAUSTIVE ? () => true : isOfLast('routing', 'events', 'storage');
  const good = await virtualRun({ roundTripMs: 2, faults: [line], only });
  const { outcomes, durationMs } = await virtualRun({ roundTripMs: 2, faults: [line, silent], only });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const others = failed.filter(({ reason }) => !reason?.text.includes('Closed'));
  expect(others.map(({ case: { id }, reason }) => `${id}: ${reason?.text}`)).toEqual([]);
  expect(failed.length).toBeGreaterThan(60);
  // Nearly all waits in vain go on side by side, or are cut short: together they take as long as two, however many there are.
  expect(durationMs).toBeLessThan(good.durationMs + 2 * TIMEOUT_MS);
});
