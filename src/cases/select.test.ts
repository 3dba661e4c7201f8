import { expect, test } from 'vitest';
import { filterCases, unmatched } from './filter.js';
import { type Capabilities, selectCases } from './select.js';
import type { Case, Need } from './types.js';

const NOTHING: Capabilities = {
  versions: ['1'],
  https: false,
  webhook: () => false,
  consent: false,
  secondKey: false,
  unsetAddress: false,
  freshKey: false,
  restricted: {},
  destinations: {},
  supports: () => false,
  shows: [],
  bodies: () => false,
  setPresence: false,
};

const needing = (...needs: Need[]): Case =>
  ({ id: '1/group/name', version: '1', needs, statements: ['said'] }) as unknown as Case;

/** Each need, the code where it is not met, and capabilities that just meet it. */
const NEEDS: [need: Need, code: string, met: Partial<Capabilities>][] = [
  [{ kind: 'https' }, 'plain-target', { https: true }],
  [{ kind: 'consent' }, 'no-consent', { consent: true }],
  [{ kind: 'webhook' }, 'no-consent', { webhook: () => true }],
  [{ kind: 'body', operation: 'set' }, 'no-consent', { bodies: (operation) => operation === 'set' }],
  [{ kind: 'second-key' }, 'no-second-key', { secondKey: true }],
  [{ kind: 'unset-address' }, 'no-unset-address', { unsetAddress: true }],
  [{ kind: 'fresh-key' }, 'no-fresh-key', { freshKey: true }],
  [{ kind: 'restricted', operation: 'list' }, 'no-restricted-key', { restricted: { '1': ['list'] } }],
  [{ kind: 'two-destinations' }, 'one-destination', { destinations: { '1': { count: 2, online: false } } }],
  [{ kind: 'online' }, 'nobody-online', { destinations: { '1': { count: 1, online: true } } }],
  [{ kind: 'online' }, 'nobody-online', { setPresence: true }],
  [{ kind: 'action', action: 'close' }, 'operator-lacks', { supports: (action) => action === 'close' }],
  [{ kind: 'shows', names: ['text', 'size'] }, 'not-shown', { shows: ['size', 'text'] }],
  [{ kind: 'restricted-has', operations: ['list'] }, 'no-restricted-key', { restricted: { '1': ['send'] } }],
  [{ kind: 'version', version: '2' }, 'other-version', { versions: ['1', '2'] }],
];

test.each(NEEDS)('%j: without it %s, and %o is enough', (need, code, met) => {
  const testCase = needing(need);
  const { selected, skipped } = selectCases([testCase], NOTHING);
  expect(selected).toEqual([]);
  expect(skipped).toEqual([
    { case: testCase, verdict: 'skipped', reason: { code, text: expect.stringMatching(/\w{3}/) } },
  ]);
  expect(selectCases([testCase], { ...NOTHING, ...met })).toEqual({ selected: [testCase], skipped: [] });
});

test.each<[Need, Partial<Capabilities>]>([
  [{ kind: 'restricted', operation: 'list' }, { restricted: { '1': ['send'], '2': ['list'] } }],
  [{ kind: 'two-destinations' }, { destinations: { '1': { count: 1, online: true } } }],
  [{ kind: 'online' }, { destinations: { '1': { count: 3, online: false } } }],
  [{ kind: 'shows', names: ['text', 'size'] }, { shows: ['text'] }],
])('%j is not met by %j', (need, capabilities) => {
  expect(selectCases([needing(need)], { ...NOTHING, ...capabilities }).selected).toEqual([]);
});

test('an account that lacks other operations of the version leaves the case out; one that lacks none there skips it', () => {
  const testCase = needing({ kind: 'restricted', operation: 'list' });
  const select = (restricted: Record<string, string[]>): unknown =>
    selectCases([testCase], { ...NOTHING, restricted });
  expect(select({ '1': ['send'] })).toEqual({ selected: [], skipped: [] });
  expect(select({ '1': [], '2': ['list'] })).toEqual({
    selected: [],
    skipped: [
      {
        case: testCase,
        verdict: 'skipped',
        reason: { code: 'restricted-allows', text: expect.stringContaining('every operation of version 1 ') },
      },
    ],
  });
});

test('a case about what the restricted account has applies to no account that lacks it', () => {
  const testCase = needing(
    { kind: 'restricted', operation: 'send' },
    { kind: 'restricted-has', operations: ['list', 'select'] },
  );
  const select = (lacked: string[]): unknown =>
    selectCases([testCase], { ...NOTHING, restricted: { '1': lacked } });
  expect(select(['send'])).toEqual({ selected: [testCase], skipped: [] });
  expect(select(['send', 'select'])).toEqual({ selected: [], skipped: [] });
});

test('what was permitted and sought in vain makes a case inconclusive, and says what would settle it', () => {
  const capabilities = { ...NOTHING, consent: true, noWebhook: 'Set it.' };
  const { skipped } = selectCases(
    [needing({ kind: 'webhook' }), needing({ kind: 'body', operation: 'set' })],
    capabilities,
  );
  expect(skipped.map(({ verdict, reason }) => [verdict, reason.code, reason.text])).toEqual([
    ['inconclusive', 'no-webhook', 'Set it.'],
    ['inconclusive', 'no-body', expect.stringContaining('dialect.set.body')],
  ]);
});

test('the first need that is not met is told; of versions that are not checked nothing is', () => {
  const testCase = needing({ kind: 'https' }, { kind: 'second-key' });
  const reasonOf = (capabilities: Partial<Capabilities>): string | undefined =>
    selectCases([testCase], { ...NOTHING, ...capabilities }).skipped[0]?.reason.code;
  expect(reasonOf({})).toBe('plain-target');
  expect(reasonOf({ https: true })).toBe('no-second-key');
  expect(selectCases([testCase], { ...NOTHING, versions: ['2'] })).toEqual({ selected: [], skipped: [] });
});

test('a filter takes parts, globs and statements, leaves out what is skipped, and deals to shards in turn', () => {
  const cases = ['1/a/x', '1/a/y', '1/b/x', '2/a/x'].map(
    (id, at) => ({ id, version: id[0], statements: at === 2 ? ['said'] : [], steps: [] }) as unknown as Case,
  );
  const ids = (filter: Partial<Parameters<typeof filterCases>[1]>): string[] =>
    filterCases(cases, { grep: [], skip: [], shard: null, ...filter }).map(({ id }) => id);
  expect(ids({})).toEqual(['1/a/x', '1/a/y', '1/b/x', '2/a/x']);
  expect(ids({ grep: ['/b/', '2/*/x'] })).toEqual(['1/b/x', '2/a/x']);
  expect(ids({ grep: ['said'] })).toEqual(['1/b/x']);
  expect(ids({ grep: ['/x'], skip: ['2/', 'said'] })).toEqual(['1/a/x']);
  expect(ids({ shard: { index: 1, count: 3 } })).toEqual(['1/a/x', '2/a/x']);
  expect(ids({ shard: { index: 3, count: 3 } })).toEqual(['1/b/x']);
  expect(ids({ grep: ['1/'], shard: { index: 2, count: 2 } })).toEqual(['1/a/y']);
  expect(ids({ only: ['2/a/x', '1/b/x', '3/a/x'], grep: ['2/'] })).toEqual(['2/a/x']);
  expect(unmatched(cases, ['/y', 'said', 'nobody', '3/*'])).toEqual(['nobody', '3/*']);
});

test.each([
  ['group/*', ['1/group/name/send', '2/group/other']],
  ['1/group/*', ['1/group/name/send']],
  ['*/name', ['1/group/name/send']],
  ['group/name', ['1/group/name/send']],
  ['**/send', ['1/group/name/send']],
  ['{1,2}/*/{name,other}', ['1/group/name/send', '2/group/other']],
  ['*', []],
])('the glob %s fits with or without version and operation: %j', (pattern, fitting) => {
  const cases = [
    { id: '1/group/name/send', version: '1', operation: 'send', statements: [] },
    { id: '2/group/other', version: '2', statements: [] },
  ] as unknown as Case[];
  expect(filterCases(cases, { grep: [pattern], skip: [], shard: null }).map(({ id }) => id)).toEqual(fitting);
});
