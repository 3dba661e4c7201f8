import { expect, test } from 'vitest';
import { STATE_ACROSS_VERSIONS } from '../cases/concurrency/conversation.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { VersionReadings } from './tally.js';

function outcome(version: string, value: string, gap = STATE_ACROSS_VERSIONS): CaseOutcome {
  return { case: { version }, observations: [{ gap, value }] } as CaseOutcome;
}

test('the reading that walks fit is one line a version; several of them are both named', () => {
  const readings = new VersionReadings();
  for (const each of [
    outcome('1', 'shared'),
    outcome('1', 'shared'),
    outcome('2', 'shared'),
    outcome('2', 'apart'),
    outcome('2', 'often', 'another-gap'),
  ])
    readings.note(each);
  expect(readings.observations).toEqual([
    { gap: STATE_ACROSS_VERSIONS, version: '1', value: 'shared, by 2 walks', cases: [] },
    {
      gap: STATE_ACROSS_VERSIONS,
      version: '2',
      value: 'both readings: shared, by 1 walk; apart, by 1 walk',
      cases: [],
    },
  ]);
});
