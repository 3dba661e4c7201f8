import { beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import { casesOf } from '../../cases/derive.js';
import { shardOf } from '../../cases/filter.js';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import type { CaseRecord, RunRecord, Verdict } from '../../record/types.js';
import { inOneCount, mergeRecords } from './merge-records.js';

let descriptions: Description[];
let whole: RunRecord;
beforeAll(async () => {
  descriptions = await loadDescriptions();
  whole = await sampleRecord({ kind: 'faulty', cases: 300 });
});

function merge(records: RunRecord[], requireComplete = false): RunRecord {
  return mergeRecords(records, { descriptions, requireComplete, command: 'npx conform merge parts' });
}

/** The record that one of several parts of a run would have made, numbered and timed on its own. */
function part(index: number, count: number): RunRecord {
  const ids = new Set(shardOf(casesOf(descriptions), { index, count }).map(({ id }) => id));
  const exchanges = whole.exchanges.filter(({ caseId }) => ids.has(caseId));
  const events = whole.events.filter(({ caseId }) => caseId === null || ids.has(caseId));
  const numbers = new Map(exchanges.map(({ id }, at) => [id, at]));
  const eventNumbers = new Map(events.map(({ id }, at) => [id, at]));
  return {
    ...whole,
    shard: { index, count },
    startedAt: new Date(Date.parse(whole.startedAt) + (index - 1) * 60_000).toISOString(),
    cases: whole.cases
      .filter(({ id }) => ids.has(id))
      .map((testCase) => ({
        ...testCase,
        exchanges: testCase.exchanges.flatMap((id) => numbers.get(id) ?? []),
        events: testCase.events.flatMap((id) => eventNumbers.get(id) ?? []),
      })),
    exchanges: exchanges.map((exchange) => ({ ...exchange, id: numbers.get(exchange.id) as number })),
    events: events.map((event) => ({ ...event, id: eventNumbers.get(event.id) as number })),
    baseline: whole.baseline.filter(({ caseId }) => ids.has(caseId)),
    observations: whole.observations.filter(({ cases }) => cases.every((id) => ids.has(id))),
  };
}

/** All that is judged; what was sent is compared by what each case shows, for its numbers are others. */
function judged(record: RunRecord): unknown {
  const { verdict, exitCode, sentence, summary, truthTable, machines, gaps, statements, baseline } = record;
  const requests = new Map(record.exchanges.map((exchange) => [exchange.id, exchange.request]));
  const cases = record.cases.map(({ startedMs: _, exchanges, events, judged, ...rest }) => ({
    ...rest,
    judged: judged && { step: judged.step, part: judged.part, pointer: judged.pointer },
    exchanges: exchanges.map((id) => requests.get(id)),
    events: events.length,
  }));
  const lines = baseline.map(({ caseId, state }) => `${caseId} ${state}`).sort();
  return { verdict, exitCode, sentence, summary, truthTable, machines, gaps, statements, cases, lines };
}

test('four shards in any order make the record of the whole', () => {
  const merged = merge([3, 1, 4, 2].map((index) => part(index, 4)));
  expect(judged(merged)).toEqual(judged(merge([whole])));
  expect(merged.shard).toBeUndefined();
  const { length } = casesOf(descriptions);
  expect(merged.selection).toEqual({ versions: whole.target.versions, deselected: length - 300 });
  expect(new Set(merged.exchanges.map(({ id }) => id)).size).toBe(merged.exchanges.length);
  expect(merged.durationMs).toBe(whole.durationMs + 3 * 60_000);
});

test('one record merged is the record that it was', async () => {
  whole = await sampleRecord({ kind: 'faulty' });
  expect(judged(merge([whole]))).toEqual(judged(whole));
});

test('a shard without a verdict leaves the whole without one, whatever the others found', async () => {
  const unjudged = (index: number, count: number): RunRecord => ({
    ...part(index, count),
    cases: [],
    verdict: 'no-verdict',
    exitCode: 3,
    sentence: 'No verdict: nobody answers.',
  });
  const some = merge([part(1, 2), unjudged(2, 2)]);
  expect([some.exitCode, some.verdict]).toEqual([3, 'not-conformant']);
  expect(some.sentence).toMatch(/ Shard 2\/2: No verdict: nobody answers\.$/);
  const none = merge([unjudged(1, 2), unjudged(2, 2)]);
  expect([none.exitCode, none.verdict]).toEqual([3, 'no-verdict']);
  expect(none.sentence).toMatch(/^Shard 1\/2: No verdict: nobody answers\. Shard 2\/2: /);
});

test('a missing shard is named and makes a faultless result incomplete', async () => {
  whole = await sampleRecord({ kind: 'passing', cases: 300 });
  const merged = merge([part(1, 4), part(2, 4), part(4, 4)]);
  expect(merged).toMatchObject({ exitCode: 4, verdict: 'not-proven' });
  expect(merged.sentence).toMatch(
    /Not proven: \d+ required cases \(not selected\)\..* Shard 3\/4 is missing\.$/,
  );
  expect(merge([1, 2, 3, 4].map((index) => part(index, 4)))).toMatchObject({ exitCode: 0 });
});

test('what is in no record makes the result incomplete where it must be complete', async () => {
  whole = await sampleRecord({ kind: 'passing', cases: 300 });
  const { shard: _, ...half } = part(1, 2);
  expect(merge([half])).toMatchObject({ exitCode: 0, verdict: 'not-proven' });
  expect(merge([half], true)).toMatchObject({ exitCode: 4 });
});

/** The same case as three machines saw it. */
test.each<[Verdict[], Verdict]>([
  [['pass', 'fail', 'pass'], 'fail'],
  [['skipped', 'pass', 'skipped'], 'pass'],
  [['pass', 'inconclusive', 'skipped'], 'inconclusive'],
  [['fail', 'error', 'pass'], 'error'],
])('of %j one machine decides: %s', async (verdicts, decided) => {
  const record = await sampleRecord({ kind: 'passing', cases: 1 });
  const [only] = record.cases as [CaseRecord];
  const merged = merge(verdicts.map((verdict) => ({ ...record, cases: [{ ...only, verdict }] })));
  expect(merged.cases.map(({ verdict }) => verdict)).toEqual([decided]);
});

test('a glob of the baseline is stale only if no part needs it any more', async () => {
  const record = await sampleRecord({ kind: 'passing', cases: 1 });
  const line = (caseId: string, state: 'stale' | 'accepted') => ({ caseId, reason: 'known', state });
  const id = record.cases[0]?.id ?? '';
  const glob = `${id.split('/')[0]}/**`;
  const stale = { ...record, baseline: [line(glob, 'stale')] };
  expect(merge([stale, { ...record, baseline: [line(id, 'accepted')] }])).toMatchObject({
    baseline: [{ state: 'accepted' }],
  });
  expect(merge([stale, stale])).toMatchObject({ exitCode: 1, baseline: [{ state: 'stale' }] });
});

test('an interrupted part interrupts the whole, unless another part made up for it', async () => {
  const partial = await sampleRecord({ kind: 'interrupted', cases: 100 });
  const complete = { ...(await sampleRecord({ kind: 'passing', cases: 100 })), target: partial.target };
  expect(merge([partial])).toMatchObject({ partial: true, verdict: 'interrupted', exitCode: 130 });
  expect(
    merge([{ ...partial, cases: partial.cases.filter(({ verdict }) => verdict !== 'error') }, complete]),
  ).toMatchObject({ partial: false });
});

test.each<[string, (record: RunRecord) => RunRecord, RegExp]>([
  [
    'another deployment',
    (record) => ({
      ...record,
      target: { ...record.target, bundled: false, baseUrl: 'https://other.example' },
    }),
    /different deployments: .* and https:\/\/other\.example/,
  ],
  [
    'another checker',
    (record) => ({ ...record, tool: { ...record.tool, version: '9.9.9' } }),
    /made by .* and \S+ 9\.9\.9/,
  ],
  [
    'another description',
    (record) => ({ ...record, cases: record.cases.map((own) => ({ ...own, id: `9.9${own.id.slice(3)}` })) }),
    /The description knows no case 9\.9\//,
  ],
  [
    'an exploration',
    (record) => ({
      ...record,
      walks: {
        walks: 1,
        moves: 1,
        failed: 0,
        unexplained: 0,
        windows: { covered: 1, legal: 1 },
        found: [],
        notes: [],
      },
    }),
    /exploration/,
  ],
])('a record of %s is refused', async (_, other, says) => {
  const record = await sampleRecord({ kind: 'passing', cases: 3 });
  expect(() => merge([record, other(record)])).toThrow(says);
});

test('what a violation rests on is found under its new number', async () => {
  const record = await sampleRecord({ kind: 'faulty', cases: 400 });
  const later = { ...record, startedAt: new Date(Date.parse(record.startedAt) + 60_000).toISOString() };
  const [first, second] = inOneCount([later, record]);
  if (!first || !second) throw new Error('Two records go in, two come out.');
  const judged = second.cases.flatMap((found) => (found.judged ? [{ ...found.judged, id: found.id }] : []));
  expect(judged.length).toBeGreaterThan(5);
  const caseOf = (all: readonly { id: number; caseId?: string | null }[], id: number): unknown =>
    all.find((evidence) => evidence.id === id)?.caseId;
  for (const { id, exchange, event, reading, atMs } of judged) {
    const before = record.cases.find((found) => found.id === id)?.judged;
    expect(atMs).toBe((before?.atMs ?? 0) + 60_000);
    const places = [
      [first.exchanges, second.exchanges, record.exchanges, exchange, before?.exchange],
      [first.events, second.events, record.events, event, before?.event],
      [first.readings ?? [], second.readings ?? [], record.readings ?? [], reading, before?.reading],
    ] as const;
    for (const [others, own, whole, now, was] of places) {
      if (now === undefined || was === undefined) continue;
      expect(others.some((evidence) => evidence.id === now)).toBe(false);
      expect(caseOf(own, now)).toBe(caseOf(whole, was));
    }
  }
});

test('a history of moves at once moves with the times of its record', async () => {
  const record = await sampleRecord({ kind: 'faulty', cases: 40 });
  const history = {
    user: 'u',
    before: [],
    after: [],
    together: [{ name: 'send 1', by: 'gateway' as const, fromMs: 10.5, toMs: 20 }],
    orders: [],
  };
  const [first, ...others] = record.cases as [CaseRecord, ...CaseRecord[]];
  const judged = { part: 'answer', step: 1, atMs: 30, history } as const;
  const shown = { ...record, cases: [{ ...first, judged }, ...others] };
  const later = { ...shown, startedAt: new Date(Date.parse(record.startedAt) + 60_000).toISOString() };
  const [, moved] = inOneCount([shown, later]);
  expect(moved?.cases[0]?.judged?.history?.together).toEqual([
    { name: 'send 1', by: 'gateway', fromMs: 60_010.5, toMs: 60_020 },
  ]);
});
