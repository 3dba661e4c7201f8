import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { type HostileAnswer, hostileAnswers } from '../testing/hostile-answers.js';
import { type HostileRun, hostileRun, REQUEST_TIMEOUT_MS } from '../testing/hostile-run.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const ROWS = hostileAnswers(REQUEST_TIMEOUT_MS / 4);

/** What the run says of answers that the transport hands on as they are. */
const HANDED_ON: Record<string, string> = {
  '101': 'fail status',
  '204': 'fail status',
  'empty 200': 'fail empty-body',
  '418': 'fail status',
  '999': 'fail status',
  '302, not followed': 'fail redirect',
};

function due({ name, expected }: HostileAnswer): string {
  if ('answer' in expected) return HANDED_ON[name] ?? 'pass';
  return `${expected.verdict} ${expected.code}`;
}

const EXIT: Record<string, number> = { pass: 0, fail: 1, inconclusive: 4 };

/** Each exchange ends within its deadline and a second. */
function expectInTime({ record }: HostileRun): void {
  const longest = Math.max(...(record?.exchanges ?? []).map(({ durationMs }) => durationMs));
  expect(longest).toBeLessThan(REQUEST_TIMEOUT_MS + 1000);
}

const ACCEPTED = 'requests/accepted/selectDestination';
const REFUSED = 'authentication/unregistered-key/selectDestination';
const CONTROL = 'responses/type-destinations/getDestinations';

describe('one operation of 1.0 on every try, and of 1.2 from the second one on', () => {
  test.each(ROWS.filter(({ atOnce }) => !atOnce))('$name', async (row) => {
    const ran = await hostileRun({
      descriptions,
      grep: [ACCEPTED, REFUSED, CONTROL],
      flags: { concurrency: '1' },
      play: ({ version, operation, nth }) =>
        operation === 'selectDestination' && (version === '1.0' || nth > 1) ? row.play : null,
    });
    const verdict = due(row);
    // On a kept connection, bytes that are no HTTP may as well belong to the answer before.
    const alike = verdict === 'fail not-http' ? [verdict, 'fail surplus-bytes'] : [verdict];
    expect(alike).toContain(ran.verdicts[`1.0/${ACCEPTED}`]);
    expect(alike).toContain(ran.verdicts[`1.2/${ACCEPTED}`]);
    expect(ran.verdicts[`1.2/${REFUSED}`]).toBe('pass');
    expect(ran.verdicts[`1.0/${CONTROL}`]).toBe('pass');
    expect(ran.verdicts[`1.2/${CONTROL}`]).toBe('pass');
    // An answer that is good for a valid request accepts a wrong key as well.
    expect(ran.exitCode).toBe(verdict === 'pass' ? 1 : EXIT[verdict.split(' ')[0] ?? '']);
    if (verdict === 'pass') expect(ran.verdicts[`1.0/${REFUSED}`]).toBe('fail auth');
    expectInTime(ran);
  });
});

describe('the whole target', () => {
  test.each(ROWS.filter((row) => due(row) !== 'pass'))('$name', async (row) => {
    const ran = await hostileRun({
      descriptions,
      grep: [ACCEPTED, CONTROL],
      ...(row.atOnce ? { onConnection: row.play } : { play: () => row.play }),
    });
    const [verdict, code] = due(row).split(' ');
    if (verdict === 'inconclusive') {
      expect([ran.exitCode, ran.stop?.code]).toEqual([3, code]);
      expect(ran.elapsedMs).toBeLessThan(REQUEST_TIMEOUT_MS + 1000);
    } else {
      expect(ran.exitCode).toBe(1);
      expect(new Set(Object.values(ran.verdicts))).toEqual(new Set([`fail ${code}`]));
      expectInTime(ran);
    }
  });
});
