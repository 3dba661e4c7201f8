import { expect, test } from 'vitest';
import { sampleRecord } from '../../../../test/support/record/sample-record.js';
import type { Observation, RunRecord } from '../../../record/types.js';
import { renderComparison } from './comparison.js';

const sample = await sampleRecord({ kind: 'passing', cases: 10 });

function answering(...values: [gap: string, version: string, value: string][]): RunRecord {
  const observations = values.map(
    ([gap, version, value]): Observation => ({ gap, version, value, cases: [] }),
  );
  return { ...sample, observations };
}

/** The answers as they are read, one a line. */
function lines(...records: RunRecord[]): string[] {
  const [, section = ''] = renderComparison(records).split('Open questions answered differently');
  return [...section.matchAll(/<(dt|li)>(.*?)<\/\1>/g)].map(([, , text = '']) =>
    text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' '),
  );
}

test('of each run just the answers are told that not all runs give, each on a line', () => {
  const before = answering(
    ['retries', '1.0', 'never'],
    ['retries', '1.2', 'never'],
    ['payloads', '1.0', 'a'],
  );
  const after = answering(['retries', '1.0', 'never'], ['retries', '1.2', 'twice'], ['payloads', '1.0', 'a']);
  expect(lines(before, after)).toEqual([
    'How are failed webhook deliveries repeated?',
    'A 1.2 never',
    'B 1.2 twice',
  ]);
  expect(lines(before, answering(['payloads', '1.0', 'a'], ['payloads', '1.0', 'b']))).toEqual([
    'How are failed webhook deliveries repeated?',
    'A 1.0 never',
    'A 1.2 never',
    'B nothing else',
    'What are the payloads of the events?',
    'A nothing else',
    'B 1.0 b',
  ]);
  expect(lines(before, before)).toEqual([]);
});
