import { expect, test } from 'vitest';
import { Exceptions } from './exceptions.js';
import type { SelftestRecord } from './record.js';
import { renderSelftest } from './report/write.js';
import { exitCodeOf } from './standing.js';
import { summaryText } from './summary.js';

const mutant: SelftestRecord['mutants'][number] = {
  id: '1.0/routing/close/leads-to-selected',
  family: 'routing: leads',
  summary: 'On "close" <b>',
  version: '1.0',
  state: 'killed',
  killers: ['1.0/routing/after-closed/a'],
  collateral: [],
  open: 0,
  ran: 1,
  explained: {
    case: '1.0/routing/after-closed/a',
    statements: ['state-closed'],
    text: 'It did not come.',
    expected: 'an event',
    received: 'nothing',
  },
  unclear: [],
  durationMs: 1,
};

const good: SelftestRecord = {
  schema: 'conform-selftest/1',
  tool: { name: 'conform', version: '0', node: 'v20' },
  startedAt: '2024-01-01T00:00:00.000Z',
  durationMs: 1,
  workers: 1,
  whole: true,
  exitCode: 0,
  mutants: [mutant],
  cases: [{ id: '1.0/routing/after-closed/a', level: 'required', kills: 1, aimedKills: 1 }],
  cleanRuns: [{ name: 'default/http', ran: 1, alarms: [] }],
  stale: [],
};

const idle: SelftestRecord['cases'][number] = {
  id: '1.0/errors/one',
  level: 'required',
  kills: 0,
  aimedKills: 0,
};

test('each kind of finding fails the self-test and is told', () => {
  expect(exitCodeOf(good)).toBe(0);
  const explained = mutant.explained as NonNullable<typeof mutant.explained>;
  const bad: [string, Partial<SelftestRecord>][] = [
    ['Survivors (1)', { mutants: [{ ...mutant, state: 'survived' }] }],
    ['Survivors (1)', { mutants: [{ ...mutant, state: 'stopped' }] }],
    ['Required cases that nothing makes fail (1)', { cases: [idle] }],
    ['False alarms (1)', { cleanRuns: [{ name: 'flat/configured', ran: 1, alarms: [explained] }] }],
    ['Failures that do not explain themselves (1)', { mutants: [{ ...mutant, unclear: ['says nothing'] }] }],
    ['Exceptions that except nothing any more (1)', { stale: ['*/routing/**'] }],
  ];
  for (const [title, change] of bad) {
    const record = { ...good, ...change };
    expect([title, exitCodeOf(record)]).toEqual([title, 1]);
    expect(summaryText(record)).toContain(title);
    expect(renderSelftest(record)).toContain(title);
  }
});

test('what is excepted, or merely expected, or not all that there is, does not', () => {
  expect(exitCodeOf({ ...good, mutants: [{ ...mutant, state: 'excepted', exception: 'why' }] })).toBe(0);
  expect(exitCodeOf({ ...good, cases: [{ ...idle, exception: 'why' }] })).toBe(0);
  expect(exitCodeOf({ ...good, cases: [{ ...idle, level: 'expected' }] })).toBe(0);
  expect(exitCodeOf({ ...good, cases: [idle], whole: false })).toBe(0);
});

test('an exception that excepts nothing is stale', () => {
  const exceptions = new Exceptions([
    { mutants: '*/routing/**', reason: 'one' },
    { cases: '1.0/errors/*', reason: 'two' },
  ]);
  expect(exceptions.reason('mutants', '1.0/routing/close/x')).toBe('one');
  expect(exceptions.reason('mutants', '1.0/errors/one')).toBeUndefined();
  expect(exceptions.stale()).toEqual(['1.0/errors/*']);
});

test('the page keeps markup of mutants inert and holds the matrix', () => {
  const html = renderSelftest(good);
  expect(html).not.toContain('<b>');
  expect(html).toContain('data:image/png;base64,iVBOR');
});
