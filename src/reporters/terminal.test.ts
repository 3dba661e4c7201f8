import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { repeatLine, terminalSummary } from './terminal.js';

const faulty = await sampleRecord({ kind: 'faulty', cases: 400 });

test('a log names every failed case and tells its values whole; a screen shows the first ids alone', () => {
  const failed = faulty.cases.filter(
    ({ verdict, accepted, level }) => verdict === 'fail' && !accepted && level === 'required',
  );
  expect(failed.length).toBeGreaterThan(2);
  const log = terminalSummary(faulty, { color: false, columns: 80, log: true });
  for (const { id, expected, received } of failed)
    for (const told of [id, expected, received]) expect(log).toContain((told ?? '').replaceAll('\n', '⏎'));
  const screen = terminalSummary(faulty, { color: false, columns: 80 });
  expect(failed.some(({ id }) => screen.includes(id))).toBe(true);
  expect(screen.split('\n').length).toBeLessThanOrEqual(25);
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
