import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { casesOf } from '../cases/derive.js';
import { loadDescriptions } from '../description/load.js';
import type { EventRecord } from '../record/types.js';
import { machines, truthTable } from './routing-record.js';

const descriptions = await loadDescriptions();
const cases = casesOf(descriptions);
const record = await sampleRecord({ kind: 'passing' });
const open = record.truthTable.flatMap(({ cells }) => cells).filter(({ expected }) => expected === 'open');

test('where either is right, the events tell what the target did', () => {
  expect(open.length).toBeGreaterThan(0);
  expect(open.map(({ observed }) => observed)).toEqual(open.map(() => 'not sent'));
  const [first] = open;
  const asked: EventRecord = {
    ...(record.events[0] as EventRecord),
    caseId: first?.caseId ?? null,
    name: 'SelectDestination',
  };
  const seen = truthTable(descriptions, cases, record.cases, [asked])
    .flatMap(({ cells }) => cells)
    .filter(({ expected }) => expected === 'open');
  expect(seen.map(({ observed }) => observed)).toEqual(['sent', ...open.slice(1).map(() => 'not sent')]);
});

test('a case without a verdict saw nothing', () => {
  const unjudged = record.cases.map((testCase) => ({ ...testCase, verdict: 'inconclusive' as const }));
  const cells = truthTable(descriptions, cases, unjudged, []).flatMap((row) => row.cells);
  expect(new Set(cells.map(({ observed }) => observed))).toEqual(new Set(['unknown']));
});

test('every transition has cases, also one of which the interface leaves open what it does', () => {
  const all = machines(descriptions, cases, record.cases).flatMap(({ transitions }) => transitions);
  expect(all.filter((transition) => transition.cases.length === 0)).toEqual([]);
  const again = all.filter(({ id }) => id === 'select-again');
  expect(again.map(({ judges }) => judges?.length)).toEqual([6, 6]);
  expect(again[0]?.cases).toEqual(again[0]?.judges);
});

test('a transition says for which messages it sends its event', () => {
  const effects = machines(descriptions, cases, record.cases).map(({ transitions }) =>
    transitions
      .flatMap((transition) => transition.effects)
      .filter((effect) => effect.includes('SelectDestination')),
  );
  expect(effects).toEqual([
    ['sends SelectDestination for every message', 'may send SelectDestination for the first message only'],
    [
      'sends SelectDestination for the first message only',
      'may send SelectDestination for the first message only',
    ],
  ]);
});

test('walks that passed cover every legal row of three moves, also those that pass each transition', () => {
  for (const { windows, transitions } of machines(descriptions, cases, record.cases)) {
    expect(windows?.legal).toBeGreaterThan(140);
    expect(windows?.walked).toBe(windows?.legal);
    const told = transitions.flatMap((transition) => transition.windows ?? []);
    // Of a selection while one is selected the interface does not show the effect: no row has it.
    expect(told).toHaveLength(transitions.length - 1);
    for (const { walked, legal } of told) {
      expect(walked).toBe(legal);
      expect(legal).toBeGreaterThan(30);
      expect(legal).toBeLessThan(windows?.legal ?? 0);
    }
  }
});

test('a walk that failed, or did not run, covers nothing', () => {
  const closing = (id: string): boolean => id.startsWith('1.0/walks/') && id.includes('-close');
  const failed = record.cases.map((testCase) =>
    closing(testCase.id) ? { ...testCase, verdict: 'fail' as const } : testCase,
  );
  const [first, second] = machines(descriptions, cases, failed);
  const through = (on: string) => first?.transitions.find((transition) => transition.on === on)?.windows;
  expect(through('close')).toMatchObject({ walked: 0 });
  expect(through('message')?.walked).toBeGreaterThan(0);
  expect(first?.windows?.walked).toBeLessThan(first?.windows?.legal ?? 0);
  expect(second?.windows?.walked).toBe(second?.windows?.legal);
});
