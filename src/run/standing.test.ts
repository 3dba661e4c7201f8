import { expect, test } from 'vitest';
import { sampleRecord } from '../testing/sample-record.js';
import { sentenceOf, summarize, verdictOf } from './standing.js';

const { cases } = await sampleRecord({ kind: 'passing', cases: 20 });
const summary = summarize(cases, 'required');

test('a run that leaves required cases out is never called conformant', () => {
  expect(verdictOf(cases, 0)).toBe('conformant');
  expect(verdictOf(cases, 0, 3)).toBe('not-proven');
  expect(sentenceOf('not-proven', cases, summary, ['1.0'], 3)).toContain(
    'Not proven: 3 required cases (not selected).',
  );
});

test('the sentence counts each reason not to have proven something', () => {
  const some = cases.map((one, at) =>
    at < 3
      ? {
          ...one,
          level: 'required' as const,
          verdict: 'skipped' as const,
          reason: { code: 'no-operator', text: '' },
        }
      : one,
  );
  expect(sentenceOf('not-proven', some, summarize(some, 'required'), ['1.0'])).toContain(
    'Not proven: 3 required cases (no-operator).',
  );
  expect(sentenceOf('not-proven', some, summarize(some, 'required'), ['1.0'], 5)).toContain(
    'Not proven: 8 required cases (5 not selected, 3 no-operator).',
  );
});
