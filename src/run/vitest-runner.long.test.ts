import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { HostileOptions } from '../../test/support/hostile/target.js';
import { startCli } from '../../test/support/process/cli-process.js';
import { openTarget } from '../../test/support/process/cli-target.js';
import { compiledProgram } from '../../test/support/process/compiled.js';
import { validReports } from '../../test/support/record/valid-reports.js';
import { loadDescriptions } from '../description/load.js';
import { packageRoot } from '../package-root.js';

/** The package as built, with suites of its own. */
const folder = mkdtempSync(join(tmpdir(), 'runner-'));
const built = resolve(dirname(compiledProgram()), '../..');
cpSync(built, join(folder, 'dist'), { recursive: true });
for (const name of ['spec', 'package.json', 'node_modules'])
  symlinkSync(join(packageRoot(), name), join(folder, name));
const program = join(folder, 'dist/src/cli/main.js');
const suite = join(folder, 'dist/suites/responses.test.js');

afterAll(() => rmSync(folder, { recursive: true }));

async function conform(): Promise<{ code: number | null; said: string }> {
  const flags = ['run', '--grep', '1.2/responses/', '--out', join(folder, 'reports')];
  const { ended, output } = startCli(flags, { cwd: folder, program });
  const { code } = await ended;
  return { code, said: `${output.stdout}${output.stderr}` };
}

/** Notes what each of its tests is told. */
const NOTING = `
import { appendFileSync } from 'node:fs';
import { test } from '@vitest/runner';
export default ({ cases, outcome }) => {
  for (const { id } of cases)
    test(id, async ({ task }) => {
      task.meta.caseId = id;
      const { verdict, reason, events } = await outcome(id);
      appendFileSync(process.env.NOTED, JSON.stringify([id, verdict, reason?.text ?? null, events]) + '\\n');
    });
};`;

/** The users by whom a run asks whether its events still come. */
const OF_THE_PROBE = /"u-[0-9a-f]+-9\d{4}a"/;

/**
 * Every fourth event is late, and another run turns up in the middle. The events of the route probe come in time: were one of
 * them late, as on a busy machine, the other run would excuse all.
 */
const LATE_AND_OTHERS: NonNullable<HostileOptions['event']> = async ({ url, body, nth }, post) => {
  if (nth === 12)
    for (let user = 0; user < 6; user += 1)
      await post(url, `{"event":"Closed","user":"u-fedcba9876-0000${user}a"}`);
  if (nth > 4 && nth % 4 === 0 && !OF_THE_PROBE.test(body))
    setTimeout(() => void post(url, body).catch(() => undefined), 2_500);
  else await post(url, body);
};

test('what Vitest is told of a case stands in the record, whatever came after it', {
  timeout: 120_000,
}, async () => {
  writeFileSync(suite.replace('responses', 'routing'), NOTING);
  const target = await openTarget({ descriptions: await loadDescriptions(), event: LATE_AND_OTHERS });
  const noted = join(target.folder, 'noted');
  const { ended, output } = startCli(
    ['run', '--grep', '1.0/routing/s*', '--event-timeout', '1s', '--quiet-window', '2s', '-v'],
    {
      cwd: target.folder,
      program,
      env: { NOTED: noted },
    },
  );
  expect([1, 4], output.stderr).toContain((await ended).code);
  const record = await validReports(target.folder);
  const told = (await readFile(noted, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ran = record.cases.filter(({ reason }) => !/^no-(second|operator)/.test(reason?.code ?? ''));
  expect(told.toSorted()).toEqual(
    ran.map(({ id, verdict, reason, events }) => [id, verdict, reason?.text ?? null, events]).toSorted(),
  );
  expect(told.map(([, , text]) => text ?? '').join(' ')).toMatch(/arrived later in the run/);
});

test('a suite that throws is a fault of conform, never one of the target', async () => {
  writeFileSync(suite, 'export default () => { throw new Error("a fault of the suite"); };\n');
  const { code, said } = await conform();
  expect(code).toBe(5);
  expect(said).toContain('a fault of the suite');
  expect(said).not.toMatch(/conformant|violate/);
});

test('a suite that leaves cases out is noticed', async () => {
  writeFileSync(suite, 'export default () => {};\n');
  const { code, said } = await conform();
  expect(code).toBe(5);
  expect(said).toMatch(/No test suite found|left out \d+ cases/);
});

test('without suites nothing passes', async () => {
  rmSync(join(folder, 'dist/suites'), { recursive: true });
  expect((await conform()).code).toBe(5);
});
