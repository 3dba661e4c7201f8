import { expect, test } from 'vitest';
import { virtualExploration } from '../../test/support/engine/virtual-exploration.js';
import { EXHAUSTIVE, shareOf } from '../../test/support/share.js';
import { after, type ConversationMove, movesOf, start, type Turn } from '../cases/walks/moves.js';
import { isOfOtherVersion } from '../cases/walks/situation.js';
import { readTrace } from '../cases/walks/walk.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { Operator } from '../engine/ports.js';
import { loadDialect } from '../reference/dialect/dialects.js';
import { wrongAfterAny } from '../selftest/mutants/windows.js';
import { randomWalks, type VersionMoves } from './draw.js';
import { idOf, type Walk } from './walk.js';

/** The default. */
const EVENT_TIMEOUT_MS = 10_000;

/** Walks of the last version, by their traces. */
const course =
  (...traces: string[]) =>
  (versionMoves: readonly VersionMoves[]): Walk[][] => {
    const { description } = versionMoves.at(-1) as VersionMoves;
    return [traces.map((trace) => ({ version: description.version, moves: readTrace(description, trace) }))];
  };

function turnsOf(description: Description, moves: readonly ConversationMove[]): Turn[] {
  let position = start(description);
  return moves.map((move) => {
    const turn = { ...position, move };
    position = after(description, position, move) ?? position;
    return turn;
  });
}

test.each(shareOf(['default', 'greeting', 'receipts', 'keyed', 'echoing'], 2))(
  'a correct service passes all walks, whatever it fills the gaps with: %s',
  async (name) => {
    const dialect = await loadDialect(name);
    const explored = await virtualExploration({ dialect, walks: 60, seed: 11 });
    expect(explored.found.map(({ outcome }) => outcome)).toEqual([]);
    expect(explored.open.map(({ reason }) => reason)).toEqual([]);
    expect(explored.passed).toBe(60);
    expect(explored.windows.covered).toBeGreaterThan(explored.windows.legal / 2);
  },
);

test('where more events come for a batch than the catcher keeps, it is walked in parts', async () => {
  const explored = await virtualExploration({ walks: 60, seed: 11, keeps: 500 });
  expect(explored.open.map(({ reason }) => reason)).toEqual([]);
  expect(explored.passed).toBe(60);
});

test('an event that one batch missed after the whole wait is not waited for as long by the next ones', async () => {
  const { found, durationMs } = await virtualExploration({
    faults: ['close-keeps-selection'],
    seed: 2,
    walks: 30,
  });
  expect(found.length).toBeGreaterThan(0);
  expect(durationMs).toBeLessThan(5 * EVENT_TIMEOUT_MS);
});

test('a defect that shows after four moves is found, and shrunk to the moves that it takes', async () => {
  const { found } = await virtualExploration({
    faults: ['close-keeps-selection-after-two-replies'],
    seed: 2,
    walks: 20,
  });
  const shortest = Math.min(...found.map(({ walk }) => walk.moves.length));
  expect(shortest).toBe(6);
  expect(found.every(({ again, from, walk }) => again && from >= walk.moves.length)).toBe(true);
  for (const { walk, outcome, exchanges } of found) {
    expect(outcome.case.id).toBe(idOf(walk));
    expect(outcome.verdict).toBe('fail');
    expect(exchanges.length).toBeGreaterThan(0);
  }
});

test.each(
  shareOf(
    [
      ['stored-equal-dropped', 'sendText-sendText.again-select'],
      ['users-share-state', 'b.sendText-b.select-sendText'],
      ['contact-points-shared', 'point2.sendText-point2.select-sendText'],
      ['refused-message-counts', 'sendText.refused-sendText'],
      ['replies-not-kept', 'sendText-select-address.away-reply_text-address.set'],
      ['offline-kept-lost', 'sendText-log_out-select-log_in'],
      ['selection-ends-with-log-out', 'sendText-select-log_out-log_in-sendText'],
      ['history-of-own-destination', 'sendText-select-close-sendText-select.2'],
      ['delivered-everywhere', 'sendText-select'],
      ['selection-ends-after-an-hour', 'sendText-select-hour-sendText'],
      ['stored-for-half-a-day', 'sendText-day-select'],
      ['replies-kept-a-day-longer', 'sendText-select-address.away-reply_text-day-hour-address.set'],
    ] as const,
    2,
  ),
)('a walk sees the defect %s', async (fault, trace) => {
  const { found } = await virtualExploration({ faults: [fault], course: course(trace) });
  expect(found.length).toBeGreaterThan(0);
  expect((found[0]?.walk.moves.length ?? 0) <= trace.split('-').length).toBe(true);
});

test('two moves at once of a correct service fit one of their orders', async () => {
  const explored = await virtualExploration({
    course: (versionMoves) => {
      const [first = []] = randomWalks(versionMoves, { seed: 2, length: 8, atOnce: 30, concurrent: true });
      return [first];
    },
  });
  expect(explored.found.map(({ outcome }) => outcome)).toEqual([]);
  expect(explored.open).toEqual([]);
  expect(explored.passed).toBeGreaterThan(20);
});

test.each(shareOf(['race-kept-overwritten', 'race-asked-twice', 'race-message-lost-by-selection'], 3))(
  'two moves at once find the race %s, and say why no order explains it',
  async (fault) => {
    const { found, open } = await virtualExploration({
      faults: [fault],
      course: (versionMoves) => {
        const [first = []] = randomWalks(versionMoves, { seed: 2, length: 8, atOnce: 25, concurrent: true });
        return [first];
      },
    });
    expect(open).toEqual([]);
    const [race] = found;
    expect(race?.walk.moves.length).toBeLessThanOrEqual(race?.from ?? 0);
    const { history } = race?.outcome.judged?.place ?? {};
    expect(history?.together).toHaveLength(2);
    expect(history?.orders.length).toBeGreaterThan(0);
  },
);

let drawn: Walk[][] | null = null;

/** The same walks for all services, drawn once: few among a thousand are of both versions. */
function across(versionMoves: readonly VersionMoves[]): Walk[][] {
  drawn ??= [...takeBatches(randomWalks(versionMoves, { seed: 5, length: 12, atOnce: 200 }), 5)].map(
    (batch) => batch.filter(({ moves }) => moves.some(isOfOtherVersion)),
  );
  return drawn;
}

function* takeBatches<T>(batches: Iterable<T>, count: number): Generator<T, void> {
  let left = count;
  for (const batch of batches) {
    if (left === 0) return;
    left -= 1;
    yield batch;
  }
}

test.each([
  ['shared', /^versions share a user's state, by \d+ walks$/],
  ['version', /^each version has a state of its own for a user, by \d+ walks$/],
] as const)(
  'walks of a user under both versions fit one reading, which is recorded: %s',
  async (state, told) => {
    const dialect = await loadDialect('default');
    const routing = { ...dialect.routing, state };
    const explored = await virtualExploration({ dialect: { ...dialect, routing }, course: across });
    expect(explored.walks).toBeGreaterThan(20);
    expect(explored.found.map(({ outcome }) => outcome)).toEqual([]);
    expect(explored.passed).toBe(explored.walks);
    const { observations } = explored.readings;
    expect(observations.map(({ version }) => version).sort()).toEqual(['1.0', '1.2']);
    for (const { value } of observations) expect(value).toMatch(told);
  },
);

test.runIf(EXHAUSTIVE)(
  'what no reading explains is found: a message that is lost when it is released',
  async () => {
    const lost = { summary: 'Whatever is kept is lost', hook: () => ({ release: () => [] }) };
    const { found } = await virtualExploration({ faults: [lost], course: across });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ walk }) => walk.moves.some(isOfOtherVersion))).toBe(true);
    expect(Math.min(...found.map(({ walk }) => walk.moves.length))).toBeLessThanOrEqual(3);
    expect(found[0]?.outcome.reason?.text).toContain("if the versions share the user's state,");
  },
);

test.each([4, 5, 6])(
  'a service that is wrong after a row of %d moves: its walk shrinks to that row',
  async (depth) => {
    const [description] = (await loadDescriptions()) as [Description];
    const moves = movesOf(description);
    const [message, select] = [moves[0], moves.find(({ kind }) => kind === 'select')] as [
      ConversationMove,
      ConversationMove,
    ];
    const replies = moves.filter(({ kind }) => kind === 'reply');
    const row = [
      select,
      ...Array.from({ length: depth - 1 }, (_, at) => replies[at % replies.length] as ConversationMove),
    ];
    const turns = turnsOf(description, [message, ...row]).slice(1);
    const [mutant] = wrongAfterAny(description, [turns]).filter(({ id }) => id.endsWith('/deselected'));
    const noisy = [message, message, ...row, message, message, row[0], ...row.slice(1)] as ConversationMove[];
    const { found } = await virtualExploration({
      faults: mutant ? [mutant.fault()] : [],
      course: () => [[{ version: description.version, moves: noisy.slice(0, depth + 4) }]],
    });
    expect(found.length).toBeGreaterThan(0);
    expect(Math.min(...found.map(({ walk }) => walk.moves.length))).toBeLessThanOrEqual(depth + 2);
  },
);

test('what the driver cannot do is left out and said so, and the rest is walked', async () => {
  const operator = (inner: Operator): Operator => ({
    ...inner,
    shows: [],
    supports: (action) => inner.supports(action) && !['close', 'inbox', 'set_presence'].includes(action),
  });
  const { notes, passed, open, found } = await virtualExploration({ operator, walks: 40 });
  expect({ passed, open, found }).toEqual({ passed: 40, open: [], found: [] });
  expect(notes.join(' ')).toContain('close left out');
  expect(notes.join(' ')).toContain('no inbox');
});

test('an exploration that is interrupted keeps what it found', async () => {
  const ended = new AbortController();
  const explored = await virtualExploration({
    signal: ended.signal,
    course: function* (versionMoves) {
      yield* course('sendText-select')(versionMoves);
      ended.abort();
      yield* course('sendFile-select')(versionMoves);
    },
  });
  expect(explored.walks).toBe(1);
});
