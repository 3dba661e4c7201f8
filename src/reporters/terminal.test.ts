import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { verdictParts } from './results.js';
import { repeatLine, terminalSummary } from './terminal.js';

const faulty = await sampleRecord({ kind: 'faulty', cases: 400 });

test('a log names every failed case and tells its values; a screen shows the first ids alone', () => {
  const failed = faulty.cases.filter(
    ({ verdict, accepted, level }) => verdict === 'fail' && !accepted && level === 'required',
  );
  expect(failed.length).toBeGreaterThan(2);
  const log = terminalSummary(faulty, { color: false, columns: 80, log: true });
  for (const { id, expected, received } of failed)
    for (const told of [id, expected, received])
      if ((told ?? '').length <= 300) expect(log).toContain((told ?? '').replaceAll('\n', '⏎'));
  const screen = terminalSummary(faulty, { color: false, columns: 80 });
  expect(failed.some(({ id }) => screen.includes(id))).toBe(true);
  expect(screen.split('\n').length).toBeLessThanOrEqual(25);
});

test('of many cases that fail for one reason a log tells the values of the plainest, and names the others', () => {
  const [first] = faulty.cases.filter(
    ({ verdict, level, accepted }) => verdict === 'fail' && level === 'required' && !accepted,
  );
  if (!first) throw new Error('Nothing failed.');
  const cases = Array.from({ length: 9 }, (_, at) => ({
    ...first,
    id: `${first.version}/errors/case-${at}`,
    title: `The case of number ${at}`,
    expected: `what is due at ${at}`,
  }));
  const log = terminalSummary({ ...faulty, cases }, { color: false, columns: 80, log: true });
  const [, failures = ''] = log.split(/: 9 cases\n(?= {2}✘)/);
  for (const { id } of cases) expect(failures).toContain(`  ✘ ${id}\n`);
  expect(failures.match(/The case of number \d/g)).toEqual(cases.slice(0, 3).map(({ title }) => title));
  expect(failures.match(/what is due at \d/g)).toHaveLength(3);
});

test('of very many cases that fail for one reason a log names ten', () => {
  const [first] = faulty.cases.filter(
    ({ verdict, level, accepted }) => verdict === 'fail' && level === 'required' && !accepted,
  );
  if (!first) throw new Error('Nothing failed.');
  const cases = Array.from({ length: 200 }, (_, at) => ({
    ...first,
    id: `${first.version}/errors/case-${at}`,
  }));
  const log = terminalSummary({ ...faulty, cases }, { color: false, columns: 80, log: true });
  const [, failures = ''] = log.split(/: 200 cases\n(?= {2}✘)/);
  expect(failures.match(/^ {2}✘ \S*case-\d+$/gm)).toHaveLength(10);
  expect(failures).toContain('    and 190 more, in the report\n');
});

test('the title of the plainest case stands below its defect in full, where there is room', () => {
  const [first] = faulty.cases.filter(({ verdict }) => verdict === 'fail');
  const title =
    'The second message of a conversation reaches the employee where the first one had no name and no text';
  const record = { ...faulty, cases: [{ ...first, title } as CaseRecord] };
  for (const log of [false, true]) {
    const screen = terminalSummary(record, { color: false, columns: 80, log });
    expect(screen).toContain(`\n    ${first?.id}\n`);
    expect(screen.replace(/\s+/g, ' ')).toContain(title);
  }
  // However much else there is to say.
  const log = terminalSummary(faulty, { color: false, columns: 80, log: true });
  expect(log).not.toContain('more defects');
  expect(log.split('\n').filter((line) => /^ {4}\S*\/\S*: .*…$/.test(line))).toEqual([]);
});

test('a log cuts a long value where it begins to differ, and says how long it is', () => {
  const [first] = faulty.cases.filter(
    ({ verdict, level, accepted }) => verdict === 'fail' && level === 'required' && !accepted,
  );
  if (!first) throw new Error('Nothing failed.');
  const long = `user ${'x'.repeat(2_000)}`;
  const record = { ...faulty, cases: [{ ...first, expected: `${long}one`, received: `${long}two` }] };
  const log = terminalSummary(record, { color: false, columns: 80, log: true });
  expect(log).toMatch(
    /\n {4}expected …x{24}one \[2008 characters\]\n {4}received …x{24}two \[2008 characters\]\n/,
  );
  for (const line of log.split('\n')) expect(line.length).toBeLessThan(400);
});

test('an exploration tallies its walks, not the cases of those that failed', async () => {
  const record = await sampleRecord({ kind: 'passing', cases: 5 });
  const walks = {
    ...{ walks: 20, moves: 160, passed: 17, failed: 2, unexplained: 0 },
    ...{ windows: { covered: 1, legal: 1 }, found: [], notes: [] },
  };
  const text = terminalSummary({ ...record, walks }, { color: false, columns: 80 });
  expect(text).toContain('  17 of 20 walks passed · 2 failed · 1 without a verdict · ');
  expect(text).not.toContain('passed · 0 failed');
});

test.each([
  ['npx conform', 'npx conform --last-failed'],
  ['npx conform run --out here', 'npx conform run --out here --last-failed'],
  ['npx conform --last-failed', 'npx conform --last-failed'],
])('%s is repeated by %s', (command, again) => {
  expect(repeatLine({ ...faulty, command })).toMatch(/^ {2}Repeat \d+ cases: /);
  expect(repeatLine({ ...faulty, command })?.endsWith(again)).toBe(true);
});

test('what passed, was merged or explored is not repeated', async () => {
  expect(repeatLine(await sampleRecord({ kind: 'passing', cases: 5 }))).toBeNull();
  for (const command of [
    'npx conform merge parts',
    'npx conform explore',
    'check() of messaging-conformance',
  ])
    expect(repeatLine({ ...faulty, command })).toBeNull();
});

test('a log ends with the verdict, and a run says how far it moved the clock of a deployment', () => {
  const moved = { caseId: null, user: null, action: 'x', ok: true, text: '', startedMs: 0, durationMs: 1 };
  const record: RunRecord = {
    ...faulty,
    target: { ...faulty.target, bundled: false },
    actions: [25, 1].map((hours) => ({ ...moved, moved: { seconds: hours * 3_600, cases: [] } })),
  };
  const [first = ''] = verdictParts(record);
  const log = terminalSummary(record, { columns: 500, color: false, log: true });
  expect(log.lastIndexOf(first.slice(0, 40))).toBeGreaterThan(log.indexOf('  Report: '));
  expect(log).toContain("The run moved the service's clock 26 h ahead.");
  const own = { ...record, target: { ...record.target, bundled: true } };
  expect(terminalSummary(own, { columns: 500, color: false })).not.toContain("service's clock");
});
