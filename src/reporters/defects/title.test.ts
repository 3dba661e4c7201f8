import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import type { CaseRecord } from '../../record/types.js';
import { reasonWords } from '../words.js';
import { defectTitle } from './title.js';

const [sample] = (await sampleRecord({ kind: 'passing' })).cases.filter(
  ({ group }) => group === 'concurrency',
);
if (!sample) throw new Error('The sample has no such case.');

function failed(judged: Partial<NonNullable<CaseRecord['judged']>>): CaseRecord[] {
  return [
    {
      ...(sample as CaseRecord),
      operation: 'op',
      verdict: 'fail',
      judged: judged as NonNullable<CaseRecord['judged']>,
    },
  ];
}

test.each(['no-order', 'no-event', 'unexpected-event'])(
  'moves at once are told by their own reason: %s',
  (code) => {
    expect(defectTitle(failed({}), code)).toBe(`op at once: ${reasonWords(code)}`);
  },
);

test('an answer among moves at once is told as any other', () => {
  expect(defectTitle(failed({ about: 'op', part: 'body' }), 'server-error')).toBe('op fails: a server error');
});
