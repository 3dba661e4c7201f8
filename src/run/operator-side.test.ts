import { expect, test } from 'vitest';
import { virtualRun } from '../../test/support/engine/virtual-run.js';
import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { Exchange } from '../engine/evidence.js';
import type { Operator } from '../engine/ports.js';
import { usesUnsetKey } from '../engine/schedule.js';
import { actionRecords, plannedActions, watchOperator } from './operator-side.js';

test('every action is written down with its moment, its user and the case of that user', async () => {
  let now = 1000;
  const clock = { now: () => (now += 5), suspendedMs: () => 0, sleep: async () => undefined };
  const inner: Operator = {
    name: 'fake',
    shows: ['text'],
    supports: (action) => action === 'close',
    perform: async (action) =>
      action === 'close' ? { ok: true } : { ok: false, kind: 'failed', text: 'no response' },
    inbox: async () => ({ ok: true, items: [] }),
    close: async () => undefined,
  };
  const { operator, actions } = watchOperator(inner, clock);
  const descriptions = await loadDescriptions();
  const [{ user, destination }] = descriptions.map(({ employee }) => employee) as [Description['employee']];
  await operator.perform('close', { [user]: 'u-1' });
  await operator.perform('set_presence', { [destination]: '12', online: true });
  await operator.perform('close', { key: 'k' }, 'a case without a user');
  const exchanges = [
    { user: 'u-1', caseId: 'a case', outcome: { startedAt: 1_000 } },
    { user: null, caseId: 'other', outcome: { startedAt: 1_000 } },
  ] as Exchange[];
  expect(operator).toMatchObject({ name: 'fake', shows: ['text'] });
  expect(actionRecords(actions, exchanges, descriptions, 1000)).toEqual([
    { caseId: 'a case', user: 'u-1', action: 'close', ok: true, text: '', startedMs: 5, durationMs: 5 },
    {
      caseId: null,
      user: null,
      action: 'set_presence',
      ok: false,
      text: 'no response',
      destination: '12',
      online: true,
      startedMs: 15,
      durationMs: 5,
    },
    {
      caseId: 'a case without a user',
      user: null,
      action: 'close',
      ok: true,
      text: '',
      startedMs: 25,
      durationMs: 5,
    },
  ]);
});

test('a move of the clock stands in the course of the cases that wait for it', () => {
  const exchange = (caseId: string, startedAt: number) => ({ user: null, caseId, outcome: { startedAt } });
  const exchanges = [
    exchange('waits', 1_010),
    exchange('waits', 1_030),
    exchange('has ended', 1_010),
    exchange('has its employee reply', 1_010),
    exchange('walks by', 1_010),
    exchange('walks by', 1_030),
  ] as Exchange[];
  const move = {
    action: 'advance_clock',
    parameters: { seconds: 3_600 },
    result: { ok: true as const },
    startedAt: 1_020,
    durationMs: 5,
  };
  const failed = { ...move, result: { ok: false as const, kind: 'failed' as const, text: 'stuck' } };
  const reply = {
    ...move,
    action: 'reply_text',
    parameters: {},
    caseId: 'has its employee reply',
    startedAt: 1_040,
  };
  const clockCases = new Set(['waits', 'has ended', 'has its employee reply']);
  const records = actionRecords([move, failed, reply], exchanges, [], 1_000, clockCases);
  expect(records.map(({ moved }) => moved)).toEqual([
    { seconds: 3_600, cases: ['waits', 'has its employee reply'] },
    undefined,
    undefined,
  ]);
});

/** As many as the reference service lists at first. */
const DESTINATIONS = 3;
const POINTS = 8;

test('about as many actions are planned as a run asks for', async () => {
  const descriptions = await loadDescriptions();
  // Who is logged in where at the beginning, and so how many must log in first, is not known beforehand.
  const only = ({ version, needs, steps }: Case): boolean =>
    version === '1.2' && !steps.some(usesUnsetKey) && needs.some(({ kind }) => kind === 'action');
  let asked = 0;
  await virtualRun({
    roundTripMs: 0,
    only,
    operator: (inner) => ({
      ...inner,
      perform: (action, parameters) => {
        asked += 1;
        return inner.perform(action, parameters);
      },
    }),
  });
  // Who finds nobody at a destination logs somebody in.
  expect(
    Math.abs(plannedActions(casesOf(descriptions).filter(only), DESTINATIONS, POINTS) - asked),
  ).toBeLessThan(asked / 100);
  expect(asked).toBeGreaterThan(20);
});
