import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import type { CaseRecord } from '../../record/types.js';
import { inOneCount } from './in-one-count.js';

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
