import type { SelftestDigest } from '../reporters/selftest-digest.js';

/** For tests: a self-test with something of everything that a report tells. */
export function sampleSelftest(): SelftestDigest {
  return {
    startedAt: '2025-03-03T18:00:00.000Z',
    version: '0.0.9',
    whole: true,
    mutants: 40,
    killed: 37,
    excepted: 2,
    alarms: 0,
    cleanRuns: 12,
    areas: [
      { name: 'error row', mutants: 30, killed: 30, excepted: 0, survived: 0 },
      { name: 'routing', mutants: 10, killed: 7, excepted: 2, survived: 1 },
    ],
    survivors: [{ id: 'routing/leads/close', summary: 'the close leads nowhere' }],
    idle: [{ id: '1.0/transport/plain', reason: 'nothing can break it here' }],
    page: 'selftest.html',
  };
}
