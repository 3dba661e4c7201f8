import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CaseOutcome } from '../engine/evidence.js';
import { readSelftest } from '../record/read-record.js';
import { firstLine, type SelftestRecord } from '../record/selftest.js';
import { explain } from './check-service.js';
import { Exceptions, exitCodeOf, summarize, summaryText, type Tried } from './findings.js';
import { renderSelftest, writeSelftest } from './report/page.js';

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
    text: 'It did not arrive.',
    expected: 'an event',
    received: 'nothing',
  },
  unclear: [],
  unanswered: [],
  durationMs: 1,
};

const tried: Tried = {
  schema: 'conform-selftest/1',
  tool: { name: 'conform', version: '0', node: 'v20' },
  startedAt: '2024-01-01T00:00:00.000Z',
  durationMs: 1,
  workers: 1,
  whole: true,
  allCases: true,
  mutants: [mutant],
  cases: [{ id: '1.0/routing/after-closed/a', level: 'required', kills: 1, aimedKills: 1 }],
  cleanRuns: [{ name: 'default/http', ran: 1, alarms: [], excepted: [] }],
  stale: [],
};
const good = judged(tried);

function judged(record: Tried): SelftestRecord {
  return { ...record, exitCode: exitCodeOf(record), summary: summarize(record) };
}

const idle: SelftestRecord['cases'][number] = {
  id: '1.0/errors/one',
  level: 'required',
  kills: 0,
  aimedKills: 0,
};

test('each kind of finding fails the self-test and is told', () => {
  expect(exitCodeOf(good)).toBe(0);
  const explained = mutant.explained as NonNullable<typeof mutant.explained>;
  const bad: [string, Partial<Tried>][] = [
    ['Survivors (1)', { mutants: [{ ...mutant, state: 'survived' }] }],
    ['Survivors (1)', { mutants: [{ ...mutant, state: 'stopped' }] }],
    ['Required cases that nothing makes fail (1)', { cases: [idle] }],
    [
      'False alarms (1)',
      { cleanRuns: [{ name: 'flat/configured', ran: 1, alarms: [explained], excepted: [] }] },
    ],
    ['Failures without an explanation (1)', { mutants: [{ ...mutant, unclear: ['says nothing'] }] }],
    [
      'Cases without a verdict that point to no failure (1)',
      { mutants: [{ ...mutant, unanswered: ['1.0/routing/new-user: no-control'] }] },
    ],
    ['Exceptions that are no longer needed (1)', { stale: ['*/routing/**'] }],
  ];
  for (const [title, change] of bad) {
    const record = judged({ ...tried, ...change });
    expect([title, exitCodeOf(record)]).toEqual([title, 1]);
    expect(summaryText(record)).toContain(title);
    expect(renderSelftest(record)).toContain(`<h3>${title.replace(/ \(1\)$/, '')}</h3>`);
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

test('selftest.json keeps to its closed schema, and comes back as it was written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conform-selftest-'));
  try {
    const [json] = await writeSelftest(good, folder);
    expect(await readSelftest(json ?? '')).toEqual(good);
    await writeFile(join(folder, 'other.json'), JSON.stringify({ ...good, surplus: 1 }));
    await expect(readSelftest(join(folder, 'other.json'))).rejects.toThrow('not a record of a self-test');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the page keeps markup of mutants inert and holds the matrix', () => {
  const html = renderSelftest(good);
  expect(html).not.toContain('<b>');
  expect(html).toContain('data:image/png;base64,iVBOR');
});

test('a failing case is told by its statements, what is wrong, what was due and what came', () => {
  const failed = {
    case: { id: '1.0/x', statements: ['s1', 's2'] },
    reason: { code: 'no-event', text: 'It did not arrive.' },
    expected: 'Asked once',
    received: null,
  } as CaseOutcome;
  const told = explain(failed);
  expect(told).toMatchObject({ case: '1.0/x', statements: ['s1', 's2'], text: 'It did not arrive.' });
  expect(firstLine(told)).toBe('s1, s2: It did not arrive. Expected: Asked once. Received: nothing.');
  expect(explain({ ...failed, reason: null }).text).toBe('');
});
