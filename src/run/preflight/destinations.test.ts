import { expect, test } from 'vitest';
import { answered } from '../../../test/support/engine/engine-stage.js';
import { loadDescriptions } from '../../description/load.js';
import type { Clock, Operator, Outcome } from '../../engine/ports.js';
import { listDestinations } from './destinations.js';
import type { PreflightRequests } from './requests.js';

const descriptions = await loadDescriptions();
const NOBODY = { supports: () => false } as unknown as Operator;
const GOOD = answered(200, {
  destinations: [{ destination_id: '7', destination_type: 'D', has_online: true }],
});
const DOWN = answered(503, 'Service Unavailable');
const EMPTY = answered(200, { destinations: [] });

/** Lists that are answered so, in turn by version; the last response stays. */
function lists(
  responses: Record<string, (Outcome | (() => Outcome))[]>,
  operator = NOBODY,
  select: (body: { destination_id: string }) => number = () => 200,
) {
  const asked: string[] = [];
  const requests = {
    askList: async ({ version }: { version: string }) => {
      const own = responses[version] ?? [];
      const count = asked.filter((each) => each === version).length;
      asked.push(version);
      const response = own[Math.min(count, own.length - 1)];
      return {
        operation: 'getDestinations',
        outcome: typeof response === 'function' ? response() : response,
      };
    },
    post: async (_: unknown, _operation: string, _key: string, body: { destination_id: string }) => {
      asked.push(`select ${body.destination_id}`);
      return answered(select(body), {});
    },
  } as unknown as PreflightRequests;
  const own = descriptions.filter(({ version }) => Object.hasOwn(responses, version));
  return { asked, ...listDestinations(requests, own, { operator, clock }, '0123456789') };
}

/** Time passes by sleeping alone. */
let now = 0;
const clock: Clock = {
  now: () => now,
  suspendedMs: () => 0,
  sleep: async (ms) => {
    now += ms;
  },
};

const ids = (listed: readonly { id: string }[]): string[] => listed.map(({ id }) => id);

test('a list that another version gives for the contact point stands in for one that nobody answers', async () => {
  const { destinations, whyNoDestination } = lists({ '1.0': [GOOD], '1.2': [DOWN] });
  expect(ids(await destinations('1.2', 'k'))).toEqual(['7']);
  expect(whyNoDestination?.('1.2', 'k')?.problem).toMatchObject({
    verdict: 'inconclusive',
    code: 'infrastructure',
  });
  expect(whyNoDestination?.('1.0', 'k')).toBeNull();
});

test('which destinations other contact points list is known as far as they were asked', async () => {
  const { destinations, isListedAtOthers } = lists({ '1.0': [GOOD], '1.2': [GOOD] });
  await destinations('1.0', 'own');
  expect(await isListedAtOthers?.('1.0', 'own', '7')).toBe(false);
  await destinations('1.2', 'other');
  expect(await isListedAtOthers?.('1.0', 'own', '7')).toBe(false);
  await destinations('1.0', 'other');
  expect(await isListedAtOthers?.('1.0', 'own', '7')).toBe(true);
  expect(await isListedAtOthers?.('1.0', 'own', '8')).toBe(false);
});

test.each([
  ['nobody answers', DOWN, 'inconclusive', 'infrastructure', 3],
  ['the list is empty', EMPTY, 'fail', 'too-few', 1],
  ['the list is refused', answered(400, { success: false }), 'fail', 'refused', 1],
  ['the service fails', answered(500, { success: false }), 'fail', 'server-error', 1],
  ['the response is a page', answered(200, '<html>'), 'fail', 'not-json', 1],
])(
  'why no destination is known, and how often it is asked for: %s',
  async (_, outcome, verdict, code, times) => {
    const { asked, destinations, whyNoDestination } = lists({ '1.0': [outcome], '1.2': [outcome] });
    for (let at = 0; at < 5; at += 1) expect(await destinations('1.0', 'k')).toEqual([]);
    expect(whyNoDestination?.('1.0', 'k')?.problem).toMatchObject({ verdict, code });
    expect(asked.filter((each) => each === '1.0')).toHaveLength(times);
  },
);

test("a list that comes at the second try is used, and a fresh one is the version's own", async () => {
  const { destinations, whyNoDestination } = lists({ '1.0': [DOWN, GOOD, EMPTY], '1.2': [DOWN] });
  expect(await destinations('1.0', 'k')).toEqual([]);
  expect(ids(await destinations('1.0', 'k'))).toEqual(['7']);
  expect(whyNoDestination?.('1.0', 'k')).toBeNull();
  expect(await destinations('1.0', 'k', { fresh: true })).toEqual([]);
});

test.each<[present: string, online: string[], calls: string[], follows?: boolean]>([
  ['nobody', [], ['1', '2', '3']],
  ['one destination', ['2'], ['1', '3']],
  ['as many as cases use', ['1', '2', '4'], []],
  ['one destination, by a list that follows late', ['2'], ['1', '3'], false],
])('where employees of %s are online, those of others log in', async (_, online, calls, follows = true) => {
  const present = new Set(online);
  const list = (): Outcome =>
    answered(200, {
      destinations: ['1', '2', '3', '4'].map((id) => ({
        destination_id: id,
        destination_type: 'D',
        has_online: present.has(id),
      })),
    });
  const called: unknown[] = [];
  const operator = {
    supports: (action: string) => action === 'set_presence',
    perform: (_action: string, { destination_id: id }: { destination_id: string }) => {
      called.push(id);
      if (follows) present.add(id);
      return Promise.resolve({ ok: true });
    },
  } as unknown as Operator;
  const { destinations } = lists({ '1.0': [list] }, operator);
  const listed = await destinations('1.0', 'k');
  expect(called).toEqual(calls);
  expect(listed.filter(({ online }) => online)).toHaveLength(3);
});

test('what a version calls unavailable is not used under any if it cannot be selected, unless nothing can', async () => {
  const list = (available: Record<string, boolean | undefined>): Outcome =>
    answered(200, {
      destinations: Object.entries(available).map(([destination_id, is_available]) => ({
        destination_id,
        destination_type: 'D',
        has_online: true,
        is_available,
      })),
    });
  const plain = list({ 1: undefined, 2: undefined, 3: undefined });
  const used = async (status: number, responses: Record<string, Outcome[]>) => {
    const { asked, destinations } = lists(responses, NOBODY, () => status);
    const all = await Promise.all(
      ['1.0', '1.2'].map(async (version) => ids(await destinations(version, 'k'))),
    );
    return [...all, asked.filter((each) => each.startsWith('select'))];
  };
  const [every, without2] = [
    ['1', '2', '3'],
    ['1', '3'],
  ];
  const one = { '1.0': [plain], '1.2': [list({ 1: true, 2: false, 3: true })] };
  expect(await used(400, one)).toEqual([without2, without2, ['select 2']]);
  expect(await used(200, one)).toEqual([every, every, ['select 2']]);
  expect(await used(403, one)).toEqual([every, every, ['select 2']]);
  const none = { '1.0': [plain], '1.2': [list({ 1: false, 2: false, 3: false })] };
  expect(await used(400, none)).toEqual([every, every, ['select 1', 'select 2', 'select 3']]);
  // What is no field of a version says nothing there.
  const other = { '1.0': [list({ 1: false, 2: true })], '1.2': [DOWN] };
  expect(await used(400, other)).toEqual([['1', '2'], ['1', '2'], []]);
});

test('employees of what is available log in before others', async () => {
  const called: unknown[] = [];
  const operator = {
    supports: () => true,
    perform: async (_: string, { destination_id }: Record<string, unknown>) => {
      called.push(destination_id);
      return { ok: true };
    },
  } as unknown as Operator;
  const list = answered(200, {
    destinations: [1, 2, 3, 4].map((id) => ({
      destination_id: `${id}`,
      destination_type: 'D',
      has_online: false,
      is_available: id > 1,
    })),
  });
  await lists({ '1.2': [list] }, operator).destinations('1.2', 'k');
  expect(called).toEqual(['2', '3', '4']);
});

test('whose session has ended by itself logs in again after the clock was moved, or counts as logged out', async () => {
  const list = (...online: boolean[]): Outcome =>
    answered(200, {
      destinations: online.map((has_online, at) => ({
        destination_id: `${at}`,
        destination_type: 'D',
        has_online,
      })),
    });
  const before = list(true, true, true, false);
  const done: unknown[] = [];
  const operator = {
    supports: () => true,
    perform: async (action: string, { destination_id, online }: Record<string, unknown>) => {
      done.push([action, destination_id, online]);
      return destination_id === '2' ? { ok: false, kind: 'failed', text: 'no' } : { ok: true };
    },
  } as unknown as Operator;
  const { destinations, logInAgain } = lists(
    { '1.0': [before, before, list(false, false, false, false)] },
    operator,
  );
  const online = async (): Promise<boolean[]> => (await destinations('1.0', 'k')).map((each) => each.online);
  await destinations('1.0', 'k');
  done.length = 0;
  await logInAgain?.(() => false);
  expect(done).toEqual([]);
  // The second has been logged out by the run, the fourth never was logged in.
  await logInAgain?.((_key, id) => id === '1');
  expect(done).toEqual([
    ['set_presence', '0', true],
    ['set_presence', '2', true],
  ]);
  expect((await online()).slice(0, 3)).toEqual([true, true, false]);
});
