import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { HostileOptions } from '../support/hostile/target.js';
import { whileBusy } from '../support/process/busy.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { validReports } from '../support/record/valid-reports.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/** Files that hang: every request of them from the nth on. */
function hanging(from: number) {
  let held = 0;
  let reached: () => void = () => undefined;
  const sixHang = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const play: HostileOptions['play'] = ({ operation, nth }) => {
    if (operation !== 'sendFile' || nth < from) return null;
    held += 1;
    if (held === 6) reached();
    return () => undefined;
  };
  return { play, sixHang };
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  // The terminal is gone.
  ['SIGHUP', 143],
] as const)('%s', (signal, code) => {
  test('while six requests hang: partial reports, valid and marked', async () => {
    const { play, sixHang } = hanging(20);
    const { folder } = await openTarget({ descriptions, play });
    const cli = startCli(['run', '--grep', 'requests/'], { cwd: folder });
    await sixHang;
    const sent = performance.now();
    cli.child.kill(signal);
    const end = await cli.ended;
    expect([end.code, end.signal]).toEqual([code, null]);
    expect(end.at - sent).toBeLessThan(whileBusy(3_000));
    const record = await validReports(folder);
    expect([record.partial, record.exitCode, record.verdict]).toEqual([true, code, 'interrupted']);
    const codes = record.cases.map(({ verdict, reason }) => `${verdict} ${reason?.code ?? ''}`);
    expect(codes).toContain('skipped interrupted');
    expect(codes).toContain('pass ');
    expect(codes.filter((code) => code.startsWith('fail'))).toEqual([]);
    expect(cli.output.stdout).toMatch(/interrupted/i);
  });

  test('while the preflight hangs', async () => {
    let asked: () => void = () => undefined;
    const hangs = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { folder } = await openTarget({
      descriptions,
      play: () => {
        asked();
        return () => undefined;
      },
    });
    const cli = startCli(['run'], { cwd: folder });
    await hangs;
    const sent = performance.now();
    cli.child.kill(signal);
    const end = await cli.ended;
    expect(end.code).toBe(code);
    expect(end.at - sent).toBeLessThan(whileBusy(3_000));
  });
});

test('while events are awaited and nothing is under way', async () => {
  const { folder } = await openTarget({ descriptions, event: async () => undefined });
  const cli = startCli(['run', '--grep', 'routing/', '--event-timeout', '60s'], { cwd: folder });
  // The preflight waits for its own event as long.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  const sent = performance.now();
  cli.child.kill('SIGINT');
  const end = await cli.ended;
  expect(end.code).toBe(130);
  expect(end.at - sent).toBeLessThan(whileBusy(3_000));
});

test('a second signal ends it at once, before any report is written', async () => {
  const { play, sixHang } = hanging(1);
  const { folder } = await openTarget({ descriptions, play });
  const cli = startCli(['run', '--grep', 'sendFile'], { cwd: folder });
  await sixHang;
  cli.child.kill('SIGINT');
  cli.child.kill('SIGTERM');
  // Which of them arrives first is the system's choice; after one alone the partial reports are there.
  expect([130, 143]).toContain((await cli.ended).code);
  expect(existsSync(join(folder, 'reports', 'results.json'))).toBe(false);
});
