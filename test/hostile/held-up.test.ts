import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Deferred } from '../../src/deferred.js';
import { loadDescriptions } from '../../src/description/load.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { validReports } from '../support/record/valid-reports.js';
import { shareOf } from '../support/share.js';

const LIMIT_MS = 2_000;

test.each(shareOf([3, 12, 30], 2))(
  'a run that stands still longer than any time limit, from its %i. request on, blames nobody',
  async (point) => {
    const reached = new Deferred<void>();
    let count = 0;
    const { folder } = await openTarget({
      descriptions: await loadDescriptions(),
      play: () => {
        count += 1;
        if (count === point) reached.resolve();
        return null;
      },
    });
    const limits = ['--timeout', `${LIMIT_MS}ms`, '--event-timeout', `${LIMIT_MS}ms`];
    const cli = startCli(['run', '--grep', 'requests/accepted/', 'events/sent-', ...limits], { cwd: folder });
    await Promise.race([reached.promise, cli.ended]);
    expect(cli.child.exitCode, cli.output.stderr).toBe(null);
    cli.child.kill('SIGSTOP');
    await pause(2 * LIMIT_MS + 500);
    cli.child.kill('SIGCONT');
    const { code } = await cli.ended;
    const { cases } = await validReports(folder);
    const told = cases.flatMap(({ id, verdict, reason }) =>
      verdict === 'pass' || reason?.code === 'not-selected' ? [] : [`${verdict} ${id}: ${reason?.text}`],
    );
    expect(told).toEqual([]);
    expect(code).toBe(0);
  },
);
