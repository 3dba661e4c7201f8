import { beforeAll, expect, test } from 'vitest';
import { unaccounted } from '../../test/support/cases/unaccounted.js';
import { loadDescriptions } from '../description/load.js';
import { runRouting } from '../description/routing.js';
import type { Description } from '../description/types.js';
import { casesOf, deriveCases } from './derive.js';
import { filterCases, unmatched } from './filter.js';
import { MUTATIONS, mutate } from './mutations.js';
import { type Capabilities, selectCases } from './select.js';
import { gapsOf, matches } from './statements.js';
import type { Case } from './types.js';

let descriptions: Description[];
let cases: readonly Case[];

beforeAll(async () => {
  descriptions = await loadDescriptions();
  cases = casesOf(descriptions);
});

test('every case is accounted for, and every statement has its cases', () => {
  expect(unaccounted(descriptions, cases)).toEqual([]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test('a case without a statement, a stray pattern and an unlisted gap are found', () => {
  const [first] = descriptions as [Description];
  const { 'key-missing': _, 'error-1': __, ...statements } = first.statements;
  const broken: Description = {
    ...first,
    gaps: {},
    statements: {
      ...statements,
      stray: { section: '1', level: 'required', text: 'Stray.', cases: ['no/such'] },
    },
  };
  const problems = unaccounted([broken], deriveCases([broken])).join('\n');
  expect(problems).toMatch(/1\.0\/authentication\/no-key\/sendText belongs to no statement/);
  expect(problems).toMatch(/"no\/such" of statement "stray" matches no case/);
  expect(problems).toMatch(/fills the gap "empty-key", which is not listed/);
});

test('the same descriptions give the same cases', () => {
  expect(JSON.stringify(deriveCases(descriptions))).toBe(JSON.stringify(cases));
});

test('malformed JSON is malformed, and each mutation changes the text', () => {
  const valid = JSON.stringify({ user_id: 'u', text: 'a "quoted" text', attributes: { a: 'b' } });
  const strict = (bytes: Uint8Array): unknown =>
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  const malformed = Object.entries(MUTATIONS).filter(([, { leeway, whole }]) => !leeway && !whole);
  expect(malformed.length).toBeGreaterThanOrEqual(20);
  for (const [id] of Object.entries(MUTATIONS))
    expect(Buffer.from(mutate(id, valid)).toString('latin1'), id).not.toBe(valid);
  for (const [id] of malformed) expect(() => strict(mutate(id, valid)), id).toThrow();
});

test.each([
  ['1.0', ['message', 'message'], ['SelectDestination', 'SelectDestination']],
  ['1.2', ['message', 'message'], ['SelectDestination', null]],
  [
    '1.0',
    ['message', 'select', 'message', 'close', 'message'],
    ['SelectDestination', null, null, 'Closed', 'SelectDestination'],
  ],
  [
    '1.2',
    ['message', 'select', 'message', 'close', 'message', 'message'],
    ['SelectDestination', null, null, 'Closed', 'SelectDestination', null],
  ],
] as const)('version %s: %j sends %j', (version, triggers, sends) => {
  const description = descriptions.find((description) => description.version === version) as Description;
  expect(runRouting(description.routing, triggers).map((step) => step.sends)).toEqual(sends);
});

const all: Capabilities = {
  versions: ['1.0', '1.2'],
  https: true,
  webhook: () => true,
  consent: true,
  secondKey: true,
  unsetAddress: true,
  freshKey: true,
  restricted: {},
  destinations: { '1.0': { count: 2, online: true }, '1.2': { count: 2, online: true } },
  supports: () => true,
  shows: ['text', 'url', 'file_name', 'size', 'comment', 'name', 'attributes'],
  bodies: () => true,
  setPresence: true,
};

test.each([
  [{ secondKey: false }, /routing\/contact-points/, 'no-second-key'],
  [
    { supports: (action: string) => action !== 'close' },
    /after-closed|sent-Closed|earlier-conversations/,
    'operator-lacks',
  ],
  [{ shows: all.shows.filter((name) => name !== 'size') }, /size|kept-with-size\/sendFile/, 'not-shown'],
  [{ consent: false }, /accepted\/setWebhook|key-twice\/setWebhook/, 'no-consent'],
  [{ https: false }, /^1\.\d\/transport/, 'plain-target'],
] as const)('without %j exactly the cases that need it are skipped', (lack, named, code) => {
  const without = (capabilities: Capabilities): Set<string> =>
    new Set(selectCases(cases, capabilities).skipped.map(({ case: testCase }) => testCase.id));
  const before = without(all);
  const { skipped } = selectCases(cases, { ...all, ...lack });
  const more = skipped.filter(({ case: testCase }) => !before.has(testCase.id));
  expect(more.length).toBeGreaterThan(0);
  expect(new Set(more.map(({ reason }) => reason.code))).toEqual(new Set([code]));
  expect(more.filter(({ case: testCase }) => testCase.needs.length === 0)).toEqual([]);
  expect(more.some(({ case: testCase }) => named.test(testCase.id))).toBe(true);
});

test('what was sought in vain is inconclusive; what nobody permits or offers is skipped', () => {
  const verdicts = (lack: Partial<Capabilities>): Set<string> =>
    new Set(
      selectCases(cases, { ...all, ...lack })
        .skipped.filter(
          ({ case: testCase }) => testCase.name === 'new-user' || testCase.name === 'whitespace-body',
        )
        .map(({ verdict, reason }) => `${verdict} ${reason.code}`),
    );
  const unknown = { bodies: () => false, webhook: () => false };
  expect(verdicts(unknown)).toEqual(new Set(['inconclusive no-body', 'inconclusive no-webhook']));
  expect(verdicts({ ...unknown, consent: false })).toEqual(new Set(['skipped no-consent']));
});

test('filters take parts of ids, globs and statements; shards part the cases', () => {
  const none = { grep: [], skip: [], shard: null };
  expect(filterCases(cases, { ...none, grep: ['1.2/routing/new-user/*'] }).map(({ id }) => id)).toEqual([
    '1.2/routing/new-user/sendText',
    '1.2/routing/new-user/sendFile',
  ]);
  expect(
    filterCases(cases, { ...none, grep: ['error-5'] }).every(({ name }) =>
      name.startsWith('address-invalid'),
    ),
  ).toBe(true);
  expect(filterCases(cases, { ...none, skip: ['1.0/'] }).every(({ version }) => version === '1.2')).toBe(
    true,
  );
  const shards = [1, 2, 3].map((index) => filterCases(cases, { ...none, shard: { index, count: 3 } }));
  expect(new Set(shards.flat()).size).toBe(cases.length);
  const everywhere = cases.filter((testCase) => shards.every((shard) => shard.includes(testCase)));
  expect(new Set(everywhere.flatMap(({ steps }) => steps.map((step) => step.do)))).toContain('judge-duty');
  expect(everywhere.every(({ name }) => !/^walk|^new-user/.test(name))).toBe(true);
  expect(shards.flat().length).toBe(cases.length + 2 * everywhere.length);
  const dealt = shards.map((own) => own.filter((testCase) => !everywhere.includes(testCase)));
  for (const gap of new Set(dealt.flat().flatMap((testCase) => gapsOf(testCase).slice(0, 1))))
    expect(dealt.filter((own) => own.some((testCase) => gapsOf(testCase)[0] === gap)).length, gap).toBe(1);
  expect(unmatched(cases, ['routing', 'nothing'])).toEqual(['nothing']);
});

test('a glob takes what its stars and braces stand for', () => {
  const fits = (pattern: string, ...paths: string[]): boolean[] =>
    paths.map((path) => matches(pattern, path));
  expect(fits('a/*', 'a/b', 'a/b/c', 'b/b')).toEqual([true, false, false]);
  expect(fits('a/**', 'a/b/c', 'b/c')).toEqual([true, false]);
  expect(fits('a/{b,c}-*', 'a/b-d', 'a/c-d', 'a/d-d', 'a/c-d/e')).toEqual([true, true, false, false]);
  expect(fits('{a,b}/c', 'a/c', 'b/c', 'c/c')).toEqual([true, true, false]);
  expect(fits('a.b', 'a.b', 'axb')).toEqual([true, false]);
});
