import { expect, test } from 'vitest';
import { type StageOptions, stage } from '../../../test/support/engine/engine-stage.js';
import type { OperatorStep, PresenceStep } from '../../cases/types.js';
import type { ListedDestination, Operator } from '../ports.js';
import { changePresence, letEmployeeAct } from './operator.js';
import { presence } from './presence.js';

const at = (id: string, online: boolean): ListedDestination => ({
  id,
  kind: 'Department',
  online,
  available: true,
});

/** Each time the list is asked for anew, the next of these. */
function lists(...all: ListedDestination[][]) {
  let asked = 0;
  return (_version: string, _key: string, how?: { fresh: boolean }): Promise<ListedDestination[]> => {
    if (how?.fresh) asked += 1;
    return Promise.resolve(all[Math.min(Math.max(asked, 1), all.length) - 1] ?? []);
  };
}

/** Employees log in or out; `lists`: what is listed afterwards, look by look. */
async function followed(
  lists: ListedDestination[][],
  step: Partial<PresenceStep>,
  more: StageOptions = {},
  known: 'for a while' | 'for good' | null = null,
) {
  const looks: number[] = [];
  const runContext = {
    destinations: (_version: string, _key: string, how?: { fresh: boolean }) => {
      if (!how?.fresh) return Promise.resolve([at('101', true), at('102', true)]);
      looks.push(staged.clock.now() - began);
      return Promise.resolve(lists[Math.min(looks.length, lists.length) - 1] ?? []);
    },
  };
  const staged = stage({ runContext, ...more });
  staged.runState.formerLists = known;
  const began = staged.clock.now();
  const whole: PresenceStep = { do: 'presence', destination: 'chosen', online: false, ...step };
  const finding = await staged.clock.during(presence(staged.context, whole));
  return { ...staged, finding, looks };
}

test('the list is asked again until it follows', async () => {
  const { finding, looks } = await followed([[at('101', true)], [at('102', true), at('101', false)]], {});
  // It must not go back in one of the next lists.
  expect([finding, looks]).toEqual([null, [0, 10, 10, 10, 10]]);
});

const OUT = [at('101', false)];
const FORMER = [at('101', true)];

test.each<[what: string, lists: ListedDestination[][], received: string | null, looks: number]>([
  ['once', [OUT, OUT, FORMER, OUT], null, 11],
  ['for good', [OUT, OUT, OUT, FORMER], 'has_online: true in some of the lists', 5],
  ['now and then', [OUT, FORMER, ...Array(7).fill(OUT), FORMER], 'has_online: true in some of the lists', 10],
])('a list that goes back %s: looks', async (_, all, received, count) => {
  const { finding, looks } = await followed(all, {});
  expect([finding?.received ?? null, looks.length]).toEqual([received, count]);
  // Before the last looks everybody has had the event timeout to follow.
  expect(looks.at(-1)).toBe(5_000);
});

test.each<[known: 'for a while' | 'for good', lists: ListedDestination[][], wrong: boolean, looks: number]>([
  ['for a while', [OUT, FORMER], false, 1],
  ['for good', [OUT, FORMER], true, 2],
  ['for good', [OUT], false, 4],
])(
  'once some lists are known to go back %s, nobody waits for that again',
  async (known, all, wrong, count) => {
    const { finding, looks } = await followed(all, {}, {}, known);
    expect([finding !== null, looks.length, looks.at(-1)]).toEqual([wrong, count, 0]);
  },
);

test('a list that does not follow in time is wrong, by the name of its field', async () => {
  const { finding, looks } = await followed([[at('102', false), at('101', true)]], {});
  expect(finding).toMatchObject({
    verdict: 'fail',
    code: 'presence',
    expected: 'has_online: false',
    received: 'has_online: true',
    unsure: { why: expect.stringContaining('logged the same employees in or out') },
  });
  expect(looks.slice(-2)).toEqual([4_810, 5_060]);
});

test.each<[what: string, first: boolean, later: boolean, text: string | null]>([
  ['for a while', true, false, null],
  [
    'for good',
    true,
    true,
    'has_online of a destination became false when employees of another one logged in.',
  ],
  ['never', false, false, null],
])('a login that takes another destination away %s', async (_, first, later, text) => {
  const listed = (isGone: boolean): ListedDestination[] => [at('101', true), at('102', !isGone)];
  const { finding } = await followed(
    [[at('101', false), at('102', true)], listed(first), listed(first), listed(later)],
    {
      online: true,
      affectsNoOther: true,
    },
  );
  expect(finding?.text ?? null).toBe(text);
});

test('where nobody logs in or out, nobody is asked to, and a list that changes is wrong', async () => {
  const unchanged = { online: false, unchanged: true } as const;
  const acts: string[] = [];
  const operator = {
    perform: (action: string) => {
      acts.push(action);
      return Promise.resolve({ ok: true as const, values: {} });
    },
  };
  expect((await followed([OUT], unchanged, { operator })).finding).toBeNull();
  expect((await followed([FORMER], unchanged, { operator })).finding).toMatchObject({
    text: 'has_online changed although no employee had logged in.',
    place: { headline: 'has_online changes though no employee logs in' },
  });
  expect(acts).toEqual([]);
});

test('a list that shows late what the run did at another destination is right', async () => {
  const late = async (didItself: boolean) => {
    const { context, clock } = stage({
      runContext: {
        destinations: lists([at('101', true), at('102', false)], [at('101', false), at('102', true)]),
      },
    });
    if (didItself) await changePresence(context, { key: 'MAIN', destination: '102', online: true });
    return clock.during(
      presence(context, { do: 'presence', destination: 'chosen', online: false, affectsNoOther: true }),
    );
  };
  expect((await late(false))?.text).toContain('when employees of another one logged out');
  expect(await late(true)).toBeNull();
});

test('a list that nobody can get tells nothing', async () => {
  const { finding } = await followed([[]], {});
  expect(finding).toMatchObject({ verdict: 'inconclusive', code: 'no-list' });
});

test('who logged out is logged in when the case ends, and nobody else', async () => {
  const out = await followed([[at('101', false)]], {});
  await out.clock.during(out.context.finish());
  const parameters = { version: '1.0', key: 'MAIN', destination_id: '101' };
  expect(out.acted).toEqual([
    ['set_presence', { ...parameters, online: false }],
    ['set_presence', { ...parameters, online: true }],
  ]);
  const back = await followed([[at('101', true)]], { online: true });
  await back.clock.during(back.context.finish());
  expect(back.acted).toEqual([['set_presence', { ...parameters, online: true }]]);
});

test('a setup waits until the list follows, for a driver may be done before employees have logged out; it judges nothing', async () => {
  const { finding, looks } = await followed([[at('101', true)], [at('101', true)], OUT], { setup: true });
  expect([finding, looks]).toEqual([null, [0, 10, 30]]);
  const never = await followed([[at('101', true)]], { setup: true });
  expect([never.finding, (never.looks.at(-1) ?? 0) >= 5_000]).toEqual([null, true]);
});

test('an employee who cannot act ends the step', async () => {
  const perform = () => Promise.resolve({ ok: false, kind: 'failed', text: 'no' } as const);
  const { finding, looks } = await followed([[at('101', false)]], {}, { operator: { perform } });
  expect([finding?.code, looks]).toEqual(['operator', []]);
});

test('an action is told who acts for whom, and is found under its name', async () => {
  const { context, acted } = stage();
  const step = { do: 'operate', action: 'close', user: 'a', parameters: { text: 'for {user}' } } as const;
  expect(await letEmployeeAct(context, step)).toBeNull();
  expect(context.actionParameters.size).toBe(0);
  await letEmployeeAct(context, { ...step, as: 'act' });
  const user = context.user('a');
  expect(acted[0]).toEqual([
    'close',
    { version: '1.0', key: 'MAIN', user_id: user, destination_id: '101', text: `for ${user}` },
  ]);
  expect([...context.actionParameters]).toEqual([['act', { text: `for ${user}` }]]);
});

/** Acts at the chosen destination, which the case goes through or not. */
async function actedAt(
  destination: ListedDestination,
  operator: Partial<Operator> = {},
  { inRounds = true, leftOpen = false } = {},
) {
  const { context, acted, clock } = stage({
    runContext: { destinations: () => Promise.resolve([destination]) },
    operator,
  });
  context.round = inRounds ? { index: 0, destination } : null;
  const step: OperatorStep = {
    do: 'operate',
    action: 'close',
    user: 'a',
    parameters: {},
    ...(leftOpen && { leftOpen }),
  };
  const finding = await clock.during(letEmployeeAct(context, step));
  return { finding, actions: acted.map(([action]) => action) };
}

test('at each destination that a case goes through, employees log in before they act', async () => {
  expect((await actedAt(at('101', false))).actions).toEqual(['set_presence', 'close']);
  expect((await actedAt(at('101', true))).actions).toEqual(['close']);
});

test('who cannot be logged in may act all the same; if not, nobody is to blame', async () => {
  const supports = (action: string): boolean => action !== 'set_presence';
  expect(await actedAt(at('101', false), { supports })).toEqual({ finding: null, actions: ['close'] });
  const perform = () => Promise.resolve({ ok: false, kind: 'failed', text: 'no' } as const);
  for (const inRounds of [true, false]) {
    const { finding } = await actedAt(at('101', false), { supports, perform }, { inRounds });
    expect([finding?.verdict, finding?.code]).toEqual(['skipped', 'nobody-online']);
  }
  const leftOpen = await actedAt(
    at('101', false),
    { supports, perform },
    { inRounds: false, leftOpen: true },
  );
  expect(leftOpen.finding).toBeNull();
  // Where somebody is logged in, or can be, it is not known why nobody acts.
  const codes = [
    await actedAt(at('101', true), { supports, perform }, { inRounds: false }),
    await actedAt(at('101', false), { perform }, { inRounds: false }),
  ].map(({ finding }) => finding?.code);
  expect(codes).toEqual(['operator', 'operator']);
});
