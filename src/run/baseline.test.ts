import { expect, test } from 'vitest';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import type { CaseRecord, Verdict } from '../record/types.js';
import { applyBaseline } from './baseline.js';

const NOW = Date.parse('2026-06-15T23:59:59Z');
const ids = ['1.0/a/one/x', '1.0/a/two/x', '1.0/b/three', '1.2/a/one/x'];

function record(id: string, verdict: Verdict): CaseRecord {
  return { id, verdict, level: 'required' } as CaseRecord;
}

function hold(entry: Partial<BaselineEntry>, verdicts: Record<string, Verdict>) {
  const cases = Object.entries(verdicts).map(([id, verdict]) => record(id, verdict));
  const entries = [{ case: '1.0/a/one/x', verdict: 'fail', reason: 'why', ...entry } as const];
  const { cases: after, baseline } = applyBaseline(entries, cases, ids, NOW);
  return {
    accepted: after.filter((testCase) => testCase.accepted).map(({ id }) => id),
    states: baseline.map(({ caseId, state }) => `${caseId} ${state}`),
  };
}

test.each<[string, Partial<BaselineEntry>, Record<string, Verdict>, string[], string[]]>([
  ['a listed failure', {}, { '1.0/a/one/x': 'fail' }, ['1.0/a/one/x'], ['1.0/a/one/x accepted']],
  ['one that passes', {}, { '1.0/a/one/x': 'pass' }, [], ['1.0/a/one/x stale']],
  ['one that is not judged', {}, { '1.0/a/one/x': 'inconclusive' }, [], []],
  ['one that is skipped', {}, { '1.0/a/one/x': 'skipped' }, [], []],
  ['one that conform failed on', {}, { '1.0/a/one/x': 'error' }, [], []],
  [
    'a listed doubt that became a failure',
    { verdict: 'inconclusive' },
    { '1.0/a/one/x': 'fail' },
    [],
    ['1.0/a/one/x stale'],
  ],
  ['one outside the selection', {}, { '1.0/b/three': 'pass' }, [], []],
  [
    'a case that is not there',
    { case: '1.0/a/on/x' },
    { '1.0/b/three': 'pass' },
    [],
    ['1.0/a/on/x unmatched'],
  ],
  [
    'the last day',
    { expires: '2026-06-15' },
    { '1.0/a/one/x': 'fail' },
    ['1.0/a/one/x'],
    ['1.0/a/one/x accepted'],
  ],
  ['the day after', { expires: '2026-06-14' }, { '1.0/a/one/x': 'fail' }, [], ['1.0/a/one/x expired']],
  [
    'a glob',
    { case: '*/a/*/x' },
    { '1.0/a/one/x': 'fail', '1.0/a/two/x': 'pass', '1.2/a/one/x': 'fail', '1.0/b/three': 'fail' },
    ['1.0/a/one/x', '1.2/a/one/x'],
    ['1.0/a/one/x accepted', '1.2/a/one/x accepted'],
  ],
  [
    'a glob whose cases all pass',
    { case: '1.0/**' },
    { '1.0/a/one/x': 'pass', '1.0/a/two/x': 'pass' },
    [],
    ['1.0/** stale'],
  ],
])('%s', (_, entry, verdicts, accepted, states) => {
  expect(hold(entry, verdicts)).toEqual({ accepted, states });
});

test('entries that overlap accept a case once, and keep what they say of it', () => {
  const { baseline } = applyBaseline(
    [
      { case: '1.0/a/one/x', verdict: 'fail', reason: 'first', link: 'https://tracker.example/1' },
      { case: '1.0/**', verdict: 'fail', reason: 'second' },
    ],
    [record('1.0/a/one/x', 'fail')],
    ids,
    NOW,
  );
  expect(baseline).toEqual([
    { caseId: '1.0/a/one/x', reason: 'first', link: 'https://tracker.example/1', state: 'accepted' },
  ]);
});
