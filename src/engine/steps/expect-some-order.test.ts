import { expect, test } from 'vitest';
import { virtualRun } from '../../../test/support/engine/virtual-run.js';
import type { CaseOutcome } from '../evidence.js';

const ONLY = { only: ({ group }: { group: string }) => group === 'concurrency' };

function toldOf(outcomes: readonly CaseOutcome[]): string[] {
  return outcomes.map(({ verdict, reason }) => `${verdict} ${reason?.code ?? ''}`.trim());
}

test('a service that takes one after the other passes, near and far', async () => {
  for (const roundTripMs of [2, 150]) {
    const { outcomes, cases } = await virtualRun({ roundTripMs, ...ONLY });
    expect(cases.length).toBeGreaterThan(20);
    expect(new Set(toldOf(outcomes))).toEqual(new Set(['pass']));
  }
});

test('the moves of a pair are under way together, and one begins later at times', async () => {
  const { outcomes, exchanges } = await virtualRun({ roundTripMs: 100, concurrency: 1_000, ...ONLY });
  const pairs = outcomes.filter(({ case: testCase }) => testCase.name.startsWith('kept-')).length;
  const overlaps = exchanges.flatMap((exchange, at) =>
    exchanges.slice(at + 1).flatMap((other) => {
      const apart = other.outcome.startedAt - exchange.outcome.startedAt;
      return exchange.user === other.user && Math.abs(apart) < 100 ? [apart] : [];
    }),
  );
  expect(overlaps.length).toBeGreaterThan(2 * pairs);
  expect(overlaps.some((apart) => apart === 0)).toBe(true);
  expect(overlaps.some((apart) => apart !== 0)).toBe(true);
});

test('a lost message says why each order is impossible', async () => {
  const lost = {
    summary: 'Whatever is kept is lost',
    hook: () => ({ release: () => [] }),
  };
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    faults: [lost],
    only: ({ id }) => id.endsWith('/first-sendText-with-sendText'),
  });
  expect(toldOf(outcomes)).toEqual(['fail no-order', 'fail no-order']);
  const text = outcomes[0]?.reason?.text ?? '';
  expect(text).toContain(
    'With sendText 1 before sendText 2, employees should have seen sendText 1 but did not.',
  );
  expect(text).toContain(
    'With sendText 2 before sendText 1, employees should have seen sendText 2 but did not.',
  );
  expect(text).toMatch(/at once: sendText 1 from \S+ to \S+ ms; sendText 2 from \S+ to \S+ ms/);
  expect(outcomes[0]?.expected).toBe(
    'employees see sendText 1, with sendText 1 before sendText 2; or employees see sendText 2, with sendText 2 before sendText 1',
  );
  expect(outcomes[0]?.received).toBe('employees did not see sendText 1; employees did not see sendText 2');
});

test('a failure has its history: what was at once, what went before, and what speaks against each order', async () => {
  const lost = { summary: 'Whatever is kept is lost', hook: () => ({ release: () => [] }) };
  const { outcomes, exchanges } = await virtualRun({
    roundTripMs: 10,
    faults: [lost],
    only: ({ id }) => id === '1.0/concurrency/kept-sendFile-with-select',
  });
  const [told] = outcomes;
  const { history, moves } = told?.judged?.place ?? {};
  expect(history?.before).toEqual(['sendText 1']);
  expect(history?.after).toEqual([]);
  expect(moves).toEqual(['sendFile', 'select']);
  expect(history?.together.map(({ name, by }) => [name, by])).toEqual([
    ['sendFile 1', 'gateway'],
    ['select 1', 'gateway'],
  ]);
  const own = exchanges.filter(({ user }) => user === history?.user);
  for (const { fromMs, toMs } of history?.together ?? [])
    expect(
      own.map(({ outcome }) => [outcome.startedAt, outcome.startedAt + outcome.durationMs]),
    ).toContainEqual([fromMs, toMs]);
  expect(history?.orders.map(({ order }) => order)).toEqual([
    ['sendFile 1', 'select 1'],
    ['select 1', 'sendFile 1'],
  ]);
  for (const { why } of history?.orders ?? []) expect(told?.reason?.text).toContain(why);
});

test('an event that never comes is told as missing, and one too much as unexpected', async () => {
  const only = ({ id }: { id: string }) => id === '1.2/concurrency/selected-reply_text-with-close';
  const untold = { summary: 'No reply is told', hook: () => ({ notify: silent }) };
  const missing = await virtualRun({ roundTripMs: 10, faults: [untold], only });
  expect(toldOf(missing.outcomes)).toEqual(['fail no-event']);
  const [told] = missing.outcomes;
  expect(told?.expected).toMatch(/^TextMessage for reply_text \d+/);
  expect(told?.received).toMatch(/^TextMessage did not arrive for reply_text \d+$/);
  expect(told?.judged?.place).toMatchObject({
    part: 'absent',
    about: 'TextMessage',
    moves: ['reply_text', 'close'],
  });
  const early = ({ id }: { id: string }) => id === '1.2/concurrency/same-sendText-with-sendText';
  const asked = await virtualRun({ roundTripMs: 10, faults: ['selection-asked-always'], only: early });
  expect(toldOf(asked.outcomes)).toEqual(['fail unexpected-event']);
  expect(asked.outcomes[0]?.expected).toBe('SelectDestination at most once, in whichever order');
  // Not the messages that caused it.
  expect(asked.outcomes[0]?.judged?.place.about).toBe('SelectDestination');
  expect(asked.outcomes[0]?.received).toMatch(/^SelectDestination \d times$/);
  // As a clause, for no order explains it.
  expect(asked.outcomes[0]?.judged?.place.unexplained).toMatch(
    /^\w+ was due at most once but arrived \d times$/,
  );
});

test('an employee who could not act, though no order kept them from it, is no violation', async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    only: ({ id }) => id === '1.0/concurrency/selected-reply_text-with-close',
    operator: (inner) => ({
      ...inner,
      perform: async (action, parameters) =>
        action === 'close'
          ? { ok: false, kind: 'failed', text: 'the button is gone' }
          : inner.perform(action, parameters),
    }),
  });
  expect(toldOf(outcomes)).toEqual(['inconclusive operator']);
});

function silent<T extends { kind: string }>(event: T): T[] {
  return event.kind === 'reply' ? [] : [event];
}

test('what the inbox cannot show excuses what it would have shown, and nothing else', async () => {
  const blind = (faults: string[]): ReturnType<typeof virtualRun> =>
    virtualRun({
      roundTripMs: 10,
      faults,
      only: ({ id }) => id === '1.2/concurrency/selected-sendFile-with-close',
      operator: (inner) => ({
        ...inner,
        inbox: async (parameters) => {
          const result = await inner.inbox(parameters);
          return result.ok ? { ...result, lacks: ['url', 'text'] } : result;
        },
      }),
    });
  expect(toldOf((await blind([])).outcomes)).toEqual(['pass']);
  expect(toldOf((await blind(['close-untold'])).outcomes)).toEqual(['fail no-event']);
});
