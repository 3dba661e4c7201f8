import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import type { CaseRecord, Verdict } from '../record/types.js';
import { applyBaseline, exitCodeOf, summarize, verdictOf, verdictSentences } from './verdict.js';

const { cases } = await sampleRecord({ kind: 'passing', cases: 20 });
const summary = summarize(cases, 'required');

const base = { summary, versions: ['1.0'], failLevel: 'required', baseline: [] } as const;
const whole = { interrupted: null } as const;

const sentenceOf = (...of: Parameters<typeof verdictSentences>): string => verdictSentences(...of).join(' ');

/** The first cases end so, for the reason. */
function ended(
  number: number,
  verdict: 'fail' | 'skipped' | 'inconclusive',
  code: string,
  from = cases,
): typeof cases {
  return from.map((testCase, at) =>
    at < number ? { ...testCase, level: 'required' as const, verdict, reason: { code, text: '' } } : testCase,
  );
}

test('a run that leaves required cases out is never called conformant', () => {
  expect(verdictOf(cases, summary, whole)).toBe('conformant');
  expect(verdictOf(cases, summary, { ...whole, leftOut: 3 })).toBe('not-proven');
  expect(sentenceOf('not-proven', { ...base, cases, leftOut: 3 })).toContain(
    'Not proven: 3 required cases (not selected).',
  );
});

test('the verdict is that of the cases; an interruption outweighs errors, and these violations', () => {
  const failed = summarize(ended(1, 'fail', 'auth'), 'required');
  expect(verdictOf(cases, failed, whole)).toBe('not-conformant');
  expect(verdictOf(cases, { ...failed, errors: 1 }, whole)).toBe('error');
  expect(verdictOf(cases, { ...failed, errors: 1 }, { interrupted: 'SIGTERM' })).toBe('interrupted');
});

test('a baseline that is out of date fails the run, and no target', () => {
  const baseline = [{ caseId: 'a', reason: '', state: 'stale' as const }];
  const exitCode = exitCodeOf(cases, summary, { ...whole, requireComplete: false, baseline });
  expect(exitCode).toBe(1);
  const verdict = verdictOf(cases, summary, whole);
  expect(verdict).toBe('conformant');
  expect(sentenceOf(verdict, { ...base, cases, baseline })).toMatch(
    /^Conformant with version 1\.0: .* The baseline is out of date, which fails the run\.$/,
  );
});

test('violations that the baseline accepts are called so, never none', () => {
  const accepted = (number: number) => {
    const some = ended(number, 'fail', 'auth').map((outcome, at) =>
      at < number ? { ...outcome, accepted: true } : outcome,
    );
    const counts = summarize(some, 'required');
    return sentenceOf(verdictOf(some, counts, whole), { ...base, cases: some, summary: counts });
  };
  expect(accepted(14)).toMatch(
    /^14 known violations of version 1\.0 are accepted by the baseline, and no new violation was found in \d+ passed cases?\./,
  );
  expect(accepted(1)).toMatch(/^1 known violation of version 1\.0 is accepted by the baseline/);
  expect(accepted(14)).not.toMatch(/^No violation/);
});

test('the sentence counts each reason not to have proven something, in words', () => {
  const some = ended(3, 'skipped', 'no-operator');
  expect(sentenceOf('not-proven', { ...base, cases: some })).toContain(
    "Not proven: 3 required cases (no driver of the employee's side is configured).",
  );
  expect(sentenceOf('not-proven', { ...base, cases: some, leftOut: 5 })).toContain(
    "Not proven: 8 required cases (5: not selected; 3: no driver of the employee's side is configured).",
  );
});

test('preparations that failed count as one reason, and rare reasons are only counted', () => {
  const codes = ['setup-no-event', 'setup-accepted', 'setup-no-event', 'dns', 'reset', 'closed', 'internal'];
  const some = codes.reduceRight((all, code, at) => ended(at + 1, 'inconclusive', code, all), cases);
  expect(sentenceOf('not-proven', { ...base, cases: some })).toMatch(
    /\(3: the setup failed; 1: [^;]+; 3: other reasons\)\.$/,
  );
});

test('the sentence names the versions that are violated, and those that are not', () => {
  const both = cases.map((testCase, at) => ({ ...testCase, version: at % 2 === 0 ? '1.0' : '1.2' }));
  const sentence = (broken: typeof cases, versions = ['1.0', '1.2']): string =>
    sentenceOf('not-conformant', {
      ...base,
      cases: broken,
      summary: summarize(broken, 'required'),
      versions,
    });
  expect(sentence(ended(2, 'fail', 'auth', both))).toBe(
    'Not conformant with versions 1.0 and 1.2: 2 cases failed.',
  );
  expect(sentence(ended(1, 'fail', 'auth', both))).toBe(
    'Not conformant with version 1.0: 1 case failed. No violation of version 1.2 was found.',
  );
  expect(sentence(ended(1, 'fail', 'auth', both), ['0.9', '1.0', '1.2'])).toBe(
    'Not conformant with version 1.0: 1 case failed. No violation of versions 0.9 and 1.2 was found.',
  );
  const mild = ended(2, 'fail', 'auth', both).map((testCase, at) =>
    at === 1 ? { ...testCase, level: 'expected' as const } : testCase,
  );
  expect(sentence(mild)).toContain('No violation of version 1.2 was found.');
});

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
