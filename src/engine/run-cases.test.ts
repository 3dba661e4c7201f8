import { expect, test } from 'vitest';
import { answered, type StageOptions, stage } from '../../test/support/engine/engine-stage.js';
import type { Case, ExpectEventStep, SendStep, Step } from '../cases/types.js';
import { runCases } from './run-cases.js';

const MESSAGE: SendStep = {
  do: 'send',
  request: { operation: 'sendText', body: { kind: 'documented' } },
  expect: { kind: 'accepted' },
};
const EVENT = 'SelectDestination';
const COMES: ExpectEventStep = { do: 'expect-event', event: EVENT, user: 'a', times: 1 };
const ABSENCE: ExpectEventStep = { do: 'expect-event', event: EVENT, user: 'b', times: 0, settles: true };
const SET: Step = { do: 'address', label: 'x' };
const CLEAR: Step = { do: 'address', label: null };

const made = (id: string, steps: Step[], more: Partial<Case> = {}): Case =>
  ({ id, version: '1.0', level: 'required', phase: 'open', needs: [], steps, ...more }) as unknown as Case;

const asked: NonNullable<StageOptions['causes']> = ({ body }, mailbox) => {
  const { user_id: user } = JSON.parse(Buffer.from(body ?? []).toString() || '{}');
  if (user) mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user }));
};

/** Each request takes 10 ms, and each message causes its event at once. */
async function ran(cases: Case[], options: Omit<StageOptions, 'one'> = {}) {
  const staged = stage({ causes: asked, roundTripMs: 10, ...options });
  const { clock } = staged;
  const began = clock.now();
  const { ports, runContext, signal } = staged.runState;
  const told: string[] = [];
  const onOutcome = ({ case: { id } }: { case: Case }): void =>
    void told.push(`${id} ${clock.now() - began}`);
  const result = await clock.during(runCases(cases, { ports, runContext, signal, onOutcome }));
  const spans: Record<string, [from: number, to: number]> = {};
  for (const { caseId, outcome } of result.runState.exchanges) {
    const at = outcome.startedAt - began;
    spans[caseId] = [spans[caseId]?.[0] ?? at, at + 10];
  }
  const ends = result.outcomes.map(({ verdict, reason }) => `${verdict} ${reason?.code ?? ''}`.trim());
  return { ...staged, ...result, ends, told, spans, tookMs: clock.now() - began };
}

test('outcomes stand in the order of the cases, and each is told once, as soon as it stands', async () => {
  const cases = [made('a', [MESSAGE, MESSAGE, MESSAGE]), made('b', [MESSAGE, COMES])];
  const { outcomes, ends, told, tookMs } = await ran(cases);
  expect(outcomes.map(({ case: { id } }) => id)).toEqual(['a', 'b']);
  expect(ends).toEqual(['pass', 'pass']);
  expect(told).toEqual(['b 10', 'a 30']);
  expect(tookMs).toBe(30);
});

test('what spans the others goes on once they have ended, and before their address is changed', async () => {
  const cases = [
    made('address', [SET], { phase: 'address' }),
    made('waiting', [MESSAGE, COMES, MESSAGE, COMES, MESSAGE, COMES]),
    made('spanning', [MESSAGE, { do: 'await-others' }, MESSAGE, COMES], { phase: 'spanning' }),
  ];
  const { ends, runState, spans } = await ran(cases);
  expect(ends).toEqual(cases.map(() => 'pass'));
  const order = runState.exchanges.map(({ caseId }) => caseId).slice(0, 5);
  expect(order).toEqual(['spanning', 'waiting', 'waiting', 'waiting', 'spanning']);
  expect(spans).toEqual({ waiting: [0, 30], spanning: [0, 40], address: [40, 60] });
});

test('an interrupted run does not keep what spans the others waiting for them', async () => {
  const cases = [
    made('unanswered', [MESSAGE, COMES]),
    made('spanning', [MESSAGE, { do: 'await-others' }, MESSAGE], { phase: 'spanning' }),
  ];
  const interrupt = new AbortController();
  const { ends } = await ran(cases, { causes: () => interrupt.abort(), signal: interrupt.signal });
  expect(ends).toEqual(['skipped interrupted', 'skipped interrupted']);
});

test('what disturbs others comes after them, and what others do not mind goes beside', async () => {
  const law: Step = { do: 'invariant', rule: 'success-flag', operation: 'sendFile' };
  const cases = [
    made('last', [MESSAGE], { phase: 'last' }),
    made('law', [law], { phase: 'invariant' }),
    made('clock', [{ do: 'clock', hours: 1 }, MESSAGE], { phase: 'clock' }),
    made('address', [SET], { phase: 'address' }),
    made('other address', [{ ...SET, label: 'y' }], { phase: 'address' }),
    made(
      'beside',
      Array.from({ length: 9 }, () => MESSAGE),
    ),
    made('waiting', [MESSAGE, COMES, MESSAGE, COMES]),
  ];
  const { ends, spans } = await ran(cases);
  expect(ends).toEqual(cases.map(() => 'pass'));
  expect(spans).toEqual({
    beside: [0, 90],
    waiting: [0, 20],
    // Each sets the address, and puts the run's own back.
    address: [20, 40],
    'other address': [40, 60],
    clock: [90, 100],
    law: [100, 110],
    last: [110, 120],
  });
});

test('all absences share one quiet window after the last of their stimuli, and what goes last uses it', async () => {
  const cases = [
    ...Array.from({ length: 5 }, (_, at) =>
      made(
        `${at}`,
        Array(at + 1)
          .fill(MESSAGE)
          .concat(ABSENCE),
      ),
    ),
    made('last', [MESSAGE], { phase: 'last' }),
  ];
  const { ends, told, spans, tookMs } = await ran(cases);
  expect(ends).toEqual(cases.map(() => 'pass'));
  expect(spans['last']).toEqual([50, 60]);
  expect(told[0]).toBe('last 60');
  // At last it is asked whether events still come.
  expect(tookMs).toBe(50 + 1_000 + 10);
});

test('absences wait for what goes last, however long it takes', async () => {
  const slow = made('last', Array(200).fill(MESSAGE), { phase: 'last' });
  const { tookMs } = await ran([made('a', [MESSAGE, ABSENCE]), slow]);
  expect(tookMs).toBe(2_010 + 10);
});

test('an absence that nothing else waits for costs no window once the quiet window is over', async () => {
  const lateAbsence = made('last', [MESSAGE, ABSENCE], { phase: 'last' });
  const { ends, tookMs } = await ran([made('a', [MESSAGE, ABSENCE]), lateAbsence]);
  expect(ends).toEqual(['pass', 'pass']);
  expect(tookMs).toBeLessThan(1_000 + 1_100);
});

test('an interrupted run waits for no window', async () => {
  const interrupt = new AbortController();
  const run = await ran([made('a', [MESSAGE, ABSENCE])], {
    signal: interrupt.signal,
    causes: (request, mailbox, clock) => {
      asked(request, mailbox, clock);
      clock.after(50, () => interrupt.abort());
    },
  });
  expect([run.ends, run.tookMs]).toEqual([['skipped interrupted'], 50]);
});

test('a law that responses have broken before an interruption stays broken', async () => {
  const interrupt = new AbortController();
  const law = (operation: string): Step => ({ do: 'invariant', rule: 'success-flag', operation });
  const { ends, outcomes } = await ran(
    [
      made('messages', [MESSAGE, COMES]),
      made('broken', [law('sendText')], { phase: 'invariant' }),
      made('kept', [law('sendFile')], { phase: 'invariant' }),
    ],
    {
      signal: interrupt.signal,
      outcomes: [answered(200, { success: 'yes' })],
      causes: (_request, _mailbox, clock) => void clock.after(50, () => interrupt.abort()),
    },
  );
  expect(ends.slice(1)).toEqual(['fail shape', 'skipped interrupted']);
  expect(outcomes[1]?.judged?.step).toBe(0);
});

test('where events name no user, cases that wait for them go one after the other, each after a quiet window', async () => {
  const nameless: StageOptions = {
    dialect: { event: { name: '/event', user: null } },
    causes: (_request, mailbox) => mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT })),
  };
  const cases = [made('a', [MESSAGE, COMES]), made('b', [MESSAGE, COMES]), made('c', [MESSAGE, MESSAGE])];
  const { ends, spans, requests } = await ran(cases, nameless);
  expect(ends).toEqual(['pass', 'pass', 'pass']);
  expect(spans).toEqual({ c: [0, 20], a: [1_020, 1_030], b: [2_030, 2_040] });
  // Nobody asks whether events still come: that event would be taken for the case's.
  expect(requests).toHaveLength(4);
});

test('there an absence is judged after a window of its own', async () => {
  const nameless = { dialect: { event: { name: '/event', user: null } } };
  const own = { ...ABSENCE, user: 'a' } as const;
  const { told } = await ran([made('a', [MESSAGE, own]), made('b', [MESSAGE, own])], {
    ...nameless,
    causes: () => undefined,
  });
  expect(told).toEqual(['a 1010', 'b 2020']);
});

const WATCHED = made('watched', [MESSAGE, COMES, ABSENCE]);
const SETS = made('sets', [SET], { phase: 'address' });
const SETS_AND_WATCHES = made('sets and watches', [SET, MESSAGE, ABSENCE], { phase: 'address' });
const isControl = ({ body }: { body: Uint8Array | null }): boolean =>
  Buffer.from(body ?? []).includes('-9000');

test.each<[what: string, cases: Case[], options: Omit<StageOptions, 'one'>, controls: number]>([
  ['absences are watched, and a case sets the address', [WATCHED, SETS], {}, 4],
  ['no case sets it', [WATCHED], {}, 2],
  ['nothing is watched', [made('a', [MESSAGE, COMES]), SETS], {}, 0],
  [
    'only an inbox is watched',
    [
      made('a', [
        MESSAGE,
        COMES,
        {
          do: 'inbox',
          user: 'a',
          destination: 'chosen',
          holds: [],
          judge: 'absent',
          names: [],
          settles: true,
        },
      ]),
      SETS,
    ],
    {},
    0,
  ],
  [
    'absences of two versions are watched',
    [WATCHED, { ...WATCHED, version: '1.2' }, { ...WATCHED, id: 'more' }, SETS],
    {},
    8,
  ],
  [
    "a case takes the run's address away",
    [WATCHED, SETS, made('c', [CLEAR, MESSAGE], { phase: 'unset' })],
    {},
    4,
  ],
  [
    'one takes that of a fresh contact point',
    [WATCHED, SETS, made('c', [{ ...CLEAR, key: 'unset' }], { phase: 'unset' })],
    {
      runContext: { keys: { main: 'MAIN', second: null, fresh: ['F'], restricted: null, unregistered: 'N' } },
    },
    4,
  ],
])('it is asked whether events still come where %s', async (_, cases, options, controls) => {
  const { ends, requests } = await ran(cases, options);
  expect(ends).toEqual(cases.map(() => 'pass'));
  expect(requests.filter(isControl)).toHaveLength(controls);
});

const FRESH = { main: 'MAIN', second: null, fresh: ['F'], restricted: null, unregistered: 'N' };
const TAKES = made('taker', [CLEAR, MESSAGE], { phase: 'unset' });

test.each<[what: string, runContext: StageOptions['runContext'], cases: Case[], waitedMs: number]>([
  ["a case takes the run's address away", {}, [TAKES, WATCHED], 800],
  ['cases only set it', {}, [SETS, WATCHED], 420],
  ['that of a fresh contact point is taken away', { keys: FRESH }, [SETS, WATCHED, TAKES], 420],
])('beforehand it is waited for a slow event where %s', async (_, runContext = {}, cases, waitedMs) => {
  const { ends, spans, runState } = await ran(cases, {
    runContext,
    causes: (request, mailbox, clock) => clock.after(400, () => asked(request, mailbox, clock)),
  });
  expect(ends).toEqual(cases.map(() => 'pass'));
  const [begun] = spans[cases[0]?.id ?? ''] ?? [];
  expect([begun, runState.route?.lostEvents()]).toEqual([waitedMs, false]);
});

/** Events take this long, so that none comes shortly before the address is set again. */
const SLOW_MS = 1_100;

/** The first request also brings events for so many users of another run. */
const besideOtherRun = (users: number): NonNullable<StageOptions['causes']> => {
  let left = users;
  return (request, mailbox, clock) => {
    clock.after(SLOW_MS, () => asked(request, mailbox, clock));
    for (; left > 0; left -= 1)
      mailbox.receive('main', 'POST', `{"event":"Closed","user":"u-fedcba9876-0000${left}a"}`);
  };
};

test.each<[users: number, what: string, cases: Case[], end: string]>([
  [4, 'before and after the address is set', [WATCHED, SETS_AND_WATCHES], 'pass'],
  [5, 'before the address is set', [WATCHED, SETS], 'pass'],
  [5, 'while the address is set', [SETS_AND_WATCHES], 'inconclusive interference'],
])(
  'events for %i users of another run came: an absence watched %s ends: %s',
  async (users, _, cases, end) => {
    const { ends } = await ran(cases, { causes: besideOtherRun(users) });
    expect(ends).toEqual(cases.map(() => end));
  },
);

test.each([
  [110, 'inconclusive interference'],
  [130, 'pass'],
])(
  'users of another run came %i requests before an absence is watched while the address is set: %s',
  async (requests, end) => {
    const messages = Array.from({ length: requests - 2 }, () => MESSAGE);
    const before = made('before', [SET, ...messages], { phase: 'address' });
    const { ends } = await ran([before, SETS_AND_WATCHES], {
      runContext: { eventTimeoutMs: SLOW_MS + 100 },
      causes: besideOtherRun(5),
    });
    expect(ends).toEqual(['pass', end]);
  },
);

test.each([
  ['once', /00001a/, 'fail no-event'],
  ['each time', /0001a/, 'fail no-event'],
])(
  'an event that goes astray %s among copies is looked for by a second attempt, in a quiet window of its own',
  async (_, astray, end) => {
    const twice: Step = { ...COMES, times: 2, settles: true };
    const { ends, tookMs, outcomes } = await ran(
      [made('a', [MESSAGE, { ...COMES, calibrates: true }]), made('b', [MESSAGE, MESSAGE, twice]), WATCHED],
      {
        causes: (request, mailbox, clock) => {
          asked(request, mailbox, clock);
          const isAstray = astray.test(Buffer.from(request.body ?? []).toString());
          if (!isAstray) clock.after(300, () => asked(request, mailbox, clock));
        },
      },
    );
    expect(ends).toEqual(['pass', end, 'pass']);
    expect(outcomes[1]?.exchanges.length).toBe(4);
    expect(tookMs).toBeGreaterThan(2_000);
  },
);

test('what comes after a verdict stands in its evidence', async () => {
  const { outcomes } = await ran([made('a', [MESSAGE]), made('b', [MESSAGE, MESSAGE])], {
    causes: (request, mailbox, clock) => {
      if (mailbox.deliveries.length === 0) clock.after(15, () => asked(request, mailbox, clock));
    },
  });
  expect(outcomes.map(({ events }) => events.length)).toEqual([1, 1]);
});

test('no cases have no outcomes', async () => {
  expect((await ran([])).outcomes).toEqual([]);
});

test('cases that set the same addresses walk abreast', async () => {
  const cases = [
    made('a', [MESSAGE, MESSAGE, SET, { ...MESSAGE }], { phase: 'address' }),
    made('b', [SET, MESSAGE], { phase: 'address' }),
  ];
  const { ends, spans } = await ran(cases);
  expect(ends).toEqual(['pass', 'pass']);
  // At last each puts the run's own address back.
  expect(spans).toEqual({ a: [0, 50], b: [20, 50] });
});
