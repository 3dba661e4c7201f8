import { expect, test } from 'vitest';
import { stage } from '../../test/support/engine/engine-stage.js';
import type { OutOfCaseExchange } from './evidence.js';
import type { ListedDestination } from './ports.js';

const to = (id: string, online: boolean): ListedDestination => ({
  id,
  kind: 'Department',
  online,
  available: true,
});

test.each<[lists: ListedDestination[], chosen: string, other: string]>([
  [[to('1', false), to('2', true), to('3', true)], '2', '3'],
  [[to('1', false), to('2', false)], '1', '2'],
  [[to('1', true)], '1', '1'],
])('of the destinations %j these are meant: %s, and another: %s', async (lists, chosen, other) => {
  const { context } = stage({ runContext: { destinations: () => Promise.resolve(lists) } });
  expect(await context.destinations.of('chosen')).toMatchObject({
    id: chosen,
    online: lists.some(({ online }) => online),
  });
  expect((await context.destinations.of('other')).id).toBe(other);
  const unlisted = await context.destinations.of('unlisted');
  expect(lists.map(({ id }) => id)).not.toContain(unlisted.id);
});

test('a case that needs two destinations does not take one for both where only one is listed', async () => {
  const { context } = stage({
    runContext: { destinations: () => Promise.resolve([to('1', true)]) },
    testCase: { needs: [{ kind: 'two-destinations' }] },
  });
  await expect(context.destinations.of('other')).rejects.toMatchObject({
    finding: { verdict: 'skipped', code: 'few-destinations' },
  });
});

test.each([
  ['second', false],
  ['unset', false],
  ['restricted', true],
  ['main', true],
] as const)(
  "where the %s key lists nothing, the main one's destination is chosen: %s",
  async (choice, is) => {
    const { keys } = stage().runState.runContext;
    const { context } = stage({
      runContext: {
        keys: { ...keys, second: 'k2', restricted: 'k3', fresh: ['k4'] },
        destinations: (_version: string, key: string) =>
          Promise.resolve(key === keys.main ? [to('1', true)] : []),
      },
    });
    const chosen = context.destinations.of('chosen', choice);
    if (is) expect((await chosen).id).toBe('1');
    else await expect(chosen).rejects.toMatchObject({ finding: { code: 'no-destination' } });
  },
);

const LISTING: OutOfCaseExchange = {
  operation: 'getDestinations',
  request: { method: 'POST', url: 'http://127.0.0.1/', headers: [], body: null, timeoutMs: 1 },
  outcome: {
    kind: 'no-response',
    verdict: 'fail',
    failure: { code: 'no-list', text: 'any' },
    startedAt: 0,
    durationMs: 0,
  },
};

test.each([
  ['fail', 'no-destination', { kind: 'listed', about: 'getDestinations' }],
  ['inconclusive', 'no-list', undefined],
] as const)(
  'no destination is made up; a list that is a %s: %s, a breach of %o',
  async (verdict, code, duty) => {
    const problem = { verdict, code: 'no-list' as const, text: 'The list is no good.' };
    const { context } = stage({
      runContext: {
        destinations: () => Promise.resolve([]),
        whyNoDestination: () => ({ problem, exchange: LISTING }),
      },
    });
    for (const which of ['chosen', 'other', 'unlisted', 'foreign'] as const) {
      const error = await context.destinations.of(which).then(null, (thrown) => thrown);
      expect(error.finding).toMatchObject({
        verdict: 'inconclusive',
        code,
        text: expect.stringContaining(problem.text),
      });
      expect(error.finding.breach?.duty).toEqual(duty);
    }
  },
);

test('a foreign destination is one that the second contact point alone lists', async () => {
  const lists = (key: string, ...second: string[]) => ({
    destinations: (_version: string, asked: string) =>
      Promise.resolve((asked === key ? second : ['1', '2']).map((id) => to(id, true))),
  });
  const SECOND = 'SECOND';
  const keys = { ...stage().runState.runContext.keys, second: SECOND };
  const own = stage({ runContext: { ...lists(SECOND, '2', '7', '8'), keys } }).context;
  expect((await own.destinations.of('foreign')).id).toBe('7');
  const alike = stage({ runContext: { ...lists(SECOND, '2', '1'), keys } }).context;
  await expect(alike.destinations.of('foreign')).rejects.toMatchObject({
    finding: { verdict: 'skipped', code: 'no-foreign-destination' },
  });
});
