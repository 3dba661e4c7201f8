import type { MutantRecord, SelftestRecord } from '../../../src/record/selftest.js';

/** For tests: a self-test with something of everything that a report tells. */
export function sampleSelftest(): SelftestRecord {
  const mutants = [
    ...Array.from({ length: 30 }, (_, at) => mutant(`error row: status/${at}`, 'killed')),
    ...Array.from({ length: 7 }, (_, at) => mutant(`routing: leads/${at}`, 'killed')),
    mutant('routing: leads/close', 'survived'),
    mutant('routing: event-extra/select', 'excepted'),
    mutant('routing: event-extra/close', 'excepted'),
  ];
  return {
    schema: 'conform-selftest/1',
    tool: { name: 'conform', version: '0.0.9', node: '20.20.2' },
    startedAt: '2025-03-03T18:00:00.000Z',
    durationMs: 90_000,
    workers: 2,
    whole: true,
    allCases: false,
    exitCode: 1,
    summary: {
      mutants: mutants.length,
      behavioural: 0,
      killed: 37,
      excepted: 2,
      survived: 1,
      collateral: 0,
      requiredCases: 2,
      requiredKilling: 1,
      alarms: 0,
      unclear: 0,
    },
    mutants,
    cases: [
      {
        id: '1.0/transport/plain',
        level: 'required',
        kills: 0,
        aimedKills: 0,
        exception: 'nothing can break it here',
      },
      { id: '1.0/errors/code-6', level: 'required', kills: 30, aimedKills: 30 },
    ],
    cleanRuns: Array.from({ length: 12 }, (_, at) => ({
      name: `dialect ${at}`,
      ran: 300,
      alarms: [],
      excepted: [],
    })),
    stale: [],
  };
}

function mutant(id: string, state: MutantRecord['state']): MutantRecord {
  const killed = state === 'killed';
  return {
    id,
    family: id.split('/')[0] ?? id,
    summary: `${id} changed`,
    version: '1.0',
    state,
    ...(state === 'excepted' && { exception: 'either is right' }),
    killers: killed ? ['1.0/errors/code-6'] : [],
    collateral: [],
    open: 0,
    ran: 300,
    explained: killed
      ? { case: '1.0/errors/code-6', statements: [], text: 'Another code.', expected: '6', received: '5' }
      : null,
    unclear: [],
    unanswered: [],
    durationMs: 400,
  };
}
