import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import { explain, type Leaving } from './explain.js';
import { type Observed, ordersOf, overlapping, type TimedMove, type TimedMoveKind } from './history.js';

const [older, newer] = await loadDescriptions();
if (!older || !newer) throw new Error('Both versions are needed.');

/** `m1 s1 | m2 c1`: turns are parted by blanks, what is done at once by `&`; a `!` behind what was turned away. */
function history(text: string): TimedMove[] {
  const kinds: Record<string, TimedMoveKind> = { m: 'message', s: 'select', c: 'close', r: 'reply' };
  return text.split(' ').flatMap((turn, at) =>
    turn.split('&').map((word): TimedMove => {
      const name = word.replace('!', '');
      const kind = kinds[name.charAt(0)] as TimedMoveKind;
      const event = kind === 'reply' && { event: 'TextMessage' };
      return { name, kind, ...event, turn: at, from: at * 10, to: at * 10 + 5, refused: word.endsWith('!') };
    }),
  );
}

/** What came: how often each event, and what employees saw at the end. */
function came(
  moves: readonly TimedMove[],
  {
    events = {},
    seen = {},
    notified = [],
    copies = 1,
  }: { events?: Record<string, number>; seen?: object; notified?: string[]; copies?: number },
): Observed {
  const turn = Math.max(...moves.map((move) => move.turn));
  return {
    looks: [{ turn, seen: new Map(Object.entries(seen)) }],
    came: (event) => {
      const times = events[event] ?? 0;
      return { times, exceeds: (causes) => times > causes };
    },
    notified: new Set(notified),
    sameId: null,
    copies,
  };
}

function tried(description: typeof older, text: string, what: Parameters<typeof came>[1], leaving?: Leaving) {
  const moves = history(text);
  const found = explain(description as NonNullable<typeof older>, moves, came(moves, what), leaving);
  return found.fits
    ? found.fits.map(({ name }) => name).join(' ')
    : found.reasons.map(({ order, why }) => `${order.map(({ name }) => name).join(' ')}: ${why}`);
}

test('what overlaps goes in either order, what does not in its own', () => {
  const orders = (text: string) =>
    ordersOf(history(text))?.map((moves) => moves.map(({ name }) => name).join(' '));
  expect(orders('m1 s1 m2')).toEqual(['m1 s1 m2']);
  expect(orders('m1 m2&s1 m3')).toEqual(['m1 m2 s1 m3', 'm1 s1 m2 m3']);
  const [first, second] = history('m1&m2') as [TimedMove, TimedMove];
  expect(ordersOf([first, { ...second, from: first.to + 2, to: first.to + 4 }])).toHaveLength(1);
  expect(overlapping(history('m1 m2&s1 m3')).map(({ name }) => name)).toEqual(['m2', 's1']);
});

test('two first messages at once: version 1.2 asks once, 1.0 twice, and both are kept', () => {
  const both = { m1: 1, m2: 1 };
  expect(tried(newer, 'm1&m2 s1', { events: { SelectDestination: 1 }, seen: both })).toBe('m1 m2 s1');
  expect(tried(newer, 'm1&m2 s1', { events: { SelectDestination: 2 }, seen: both })).toEqual([
    'm1 m2 s1: SelectDestination was due at most once but arrived twice',
    'm2 m1 s1: SelectDestination was due at most once but arrived twice',
  ]);
  expect(tried(older, 'm1&m2 s1', { events: { SelectDestination: 2 }, seen: both })).toBe('m1 m2 s1');
  expect(tried(older, 'm1&m2 s1', { events: { SelectDestination: 2 }, seen: { m2: 1 } })).toEqual([
    'm1 m2 s1: employees should have seen m1 but did not',
    'm2 m1 s1: employees should have seen m1 but did not',
  ]);
});

test('a second copy is held against the overlap, but not where everything is doubled', () => {
  const events = { SelectDestination: 1 };
  expect(tried(newer, 'm1 m2&s1 m3', { events, seen: { m1: 1, m2: 2, m3: 1 } })).toEqual([
    'm1 m2 s1 m3: employees saw 2 copies of m2',
    'm1 s1 m2 m3: employees saw 2 copies of m2',
  ]);
  expect(tried(newer, 'm1 m2&s1 m3', { events, seen: { m1: 2, m2: 2, m3: 2 } })).toBe('m1 m2 s1 m3');
  const seen = { m1: 1, m2: 2, m3: 1 };
  expect(tried(newer, 'm1 m2&s1 m3', { events, seen, copies: 2 })).toBe('m1 m2 s1 m3');
  expect(tried(newer, 'm1 m2&s1 m3', { events, seen }, { copies: true })).toBe('m1 m2 s1 m3');
  // Kept before, and delivered by each of two selections at once.
  const twice = 'm1 s1 c1 m2 s2&s3 m3';
  const notified = { SelectDestination: 2, Closed: 1 };
  expect(tried(newer, twice, { events: notified, seen: { m1: 1, m2: 2, m3: 1 } })).toHaveLength(2);
  expect(tried(newer, twice, { events: notified, seen: { m1: 1, m2: 1, m3: 1 } })).toBe(
    'm1 s1 c1 m2 s2 s3 m3',
  );
});

test('the order of a close and a selection decides the state', () => {
  const once = { SelectDestination: 1, Closed: 1 };
  const again = { SelectDestination: 2, Closed: 1 };
  const text = 'm1 s1 s2&c1 m2';
  expect(tried(older, text, { events: again, seen: { m1: 1 } })).toBe('m1 s1 s2 c1 m2');
  expect(tried(older, text, { events: once, seen: { m1: 1, m2: 1 } })).toBe('m1 s1 c1 s2 m2');
  expect(tried(older, text, { events: once, seen: { m1: 1 } })).toEqual([
    'm1 s1 s2 c1 m2: SelectDestination was due at least twice but arrived once',
    'm1 s1 c1 s2 m2: employees should have seen m2 but did not',
  ]);
  // A selection while selected may be refused, one after the close may not.
  expect(tried(older, 'm1 s1 s2!&c1 m2', { events: again, seen: { m1: 1 } })).toBe('m1 s1 s2 c1 m2');
});

test('a message beside a close is delivered, or asked about and kept', () => {
  const text = 'm1 s1 m2&c1 m3 s2';
  const seen = { m1: 1, m2: 1, m3: 1 };
  expect(tried(newer, text, { events: { SelectDestination: 2, Closed: 1 }, seen })).toBe('m1 s1 m2 c1 m3 s2');
  expect(tried(older, text, { events: { SelectDestination: 3, Closed: 1 }, seen })).toBe('m1 s1 c1 m2 m3 s2');
  expect(
    tried(older, text, { events: { SelectDestination: 3, Closed: 1 }, seen: { m1: 1, m3: 1 } }),
  ).toHaveLength(2);
});

test('a reply beside a close may be impossible, and one that was made must come', () => {
  const text = 'm1 s1 r1&c1 m2 s2';
  const events = { SelectDestination: 2, Closed: 1 };
  const seen = { m1: 1, m2: 1 };
  expect(tried(newer, text, { events, seen, notified: ['r1'] })).toBe('m1 s1 r1 c1 m2 s2');
  expect(tried(newer, text, { events, seen })).toEqual([
    'm1 s1 r1 c1 m2 s2: TextMessage was due for r1 but did not arrive',
    'm1 s1 c1 r1 m2 s2: TextMessage was due for r1 but did not arrive',
  ]);
  expect(tried(newer, 'm1 s1 r1!&c1 m2 s2', { events, seen })).toBe('m1 s1 c1 r1 m2 s2');
});

test('what a failure rests on is found by leaving it aside', () => {
  const seen = { m1: 1 };
  expect(tried(newer, 'm1 s1', { seen }, { missing: true })).toBe('m1 s1');
  expect(tried(newer, 'm1 s1', { events: { SelectDestination: 3 }, seen }, { surplus: true })).toBe('m1 s1');
  const refused = { events: { SelectDestination: 1 }, seen };
  expect(tried(newer, 'm1 s1 c1!', refused)).toEqual(['m1 s1 c1: c1 had to be possible']);
  expect(tried(newer, 'm1 s1 c1!', refused, { refusals: 'undone' })).toBe('m1 s1 c1');
});

test('of two versions one reading explains all: a shared state, or a state for each', () => {
  const told = (text: string, what: Parameters<typeof came>[1]) => {
    // Upper case: done under the newer version.
    const moves = history(text.toLowerCase()).map((move, at) =>
      /[A-Z]/.test(text.split(' ')[at] ?? '') ? { ...move, version: newer.version } : move,
    );
    const found = explain(older, moves, came(moves, what), {}, { of: () => newer });
    return found.fits ? found.reading : found.reasons.map(({ why }) => why);
  };
  const asked = (times: number) => ({ SelectDestination: times });
  // The newer version selects, and the older one's message is delivered or kept.
  expect(told('S1 m1', { events: asked(0), seen: { m1: 1 } })).toBe('shared');
  expect(told('S1 m1', { events: asked(1) })).toBe('separate');
  // The newer one asks for the first message of a conversation only: whose messages count is open.
  expect(told('m1 M2', { events: asked(1) })).toBe('shared');
  expect(told('m1 M2', { events: asked(2) })).toBe('counted-separately');
  // Kept under both readings, and not asked for under any.
  expect(told('m1 M2', { events: asked(0) })).toEqual([
    "if the versions share the user's state, SelectDestination was due at least once but never arrived",
    'if they share it and count messages separately, SelectDestination was due at least twice but never arrived',
    'if each has a state of its own, SelectDestination was due at least twice but never arrived',
  ]);
  // What the version of the walk has selected reaches employees, whatever the other one does.
  expect(told('m1 s1 M2', { events: asked(1), seen: {} })).toHaveLength(3);
});
