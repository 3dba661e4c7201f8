import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { HOSTILE_CONTENTS } from '../support/hostile/contents.js';
import { hostileRun, REQUEST_TIMEOUT_MS } from '../support/hostile/run.js';
import { longestExchange } from '../support/hostile/verdicts.js';
import { named } from '../support/named.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const EXIT: Record<string, number> = { pass: 0, fail: 1, inconclusive: 4 };
const OTHERS = ['responses/non-empty-message_id/sendFile', 'responses/looks-like-message_id/sendFile'];
/** Has its verdict before anything is spoilt. */
const FIRST = 'authentication/no-key/sendFile';
const CONTROL = 'responses/type-destinations/getDestinations';

test.each(named(HOSTILE_CONTENTS))('%s', async (_name, { case: id, expected, spoil }) => {
  const { record, verdicts, exitCode, target } = await hostileRun({
    descriptions,
    grep: [id, CONTROL, ...OTHERS, FIRST],
    flags: { concurrency: '1' },
    // 1.0 on every try, 1.2 from the second one on.
    respond: ({ operation, version, nth }, good) =>
      operation === 'sendFile' && good.status === 200 && (version === '1.0' || nth > 1) ? spoil(good) : good,
  });
  for (const version of ['1.0', '1.2']) {
    expect(verdicts[`${version}/${id}`]).toBe(expected);
    expect(verdicts[`${version}/${FIRST}`]).toBe('pass');
    expect(verdicts[`${version}/${CONTROL}`]).toBe('pass');
  }
  const [verdict = '', code] = expected.split(' ');
  // A clock that is off is a warning, for no sentence of the interface forbids it.
  expect(exitCode).toBe(code === 'clock-skew' ? 0 : EXIT[verdict]);
  if (code === 'clock-skew') expect(record?.summary.warnings).toBe(2);
  // Nothing is asked twice, and no redirect is followed; what is turned away for a rate limit is asked again.
  const asked = target.front.requests.filter((text) =>
    /sendFile[? ]/.test(text.slice(0, text.indexOf('\r'))),
  ).length;
  const sent = (record?.exchanges ?? []).filter(({ operation }) => operation === 'sendFile');
  expect(asked).toBe(sent.reduce((sum, { heldBack = 0 }) => sum + 1 + heldBack, 0));
  expect(target.front.requests.filter((text) => text.includes('elsewhere'))).toEqual([]);
  expect(longestExchange(sent.filter(({ heldBack }) => !heldBack))).toBeLessThan(REQUEST_TIMEOUT_MS + 1000);
});

describe('the whole target', () => {
  test.each(
    named(
      HOSTILE_CONTENTS.filter((row) =>
        /(infrastructure|server-error|not-json|encoding|depth|redirect)$/.test(row.expected),
      ),
    ),
  )('%s', async (_name, { expected, spoil }) => {
    const { verdicts, exitCode } = await hostileRun({
      descriptions,
      grep: ['requests/accepted/selectDestination', 'responses/type-destinations/getDestinations'],
      respond: (_seen, good) => spoil(good),
    });
    // What stands before a service and answers everything keeps the run from any verdict.
    const isNone = expected.endsWith('infrastructure');
    expect(new Set(Object.values(verdicts))).toEqual(new Set(isNone ? [] : [expected]));
    expect(exitCode).toBe(isNone ? 3 : EXIT[expected.split(' ')[0] ?? '']);
  });
});

test('an unregistered key accepted', async () => {
  const { verdicts, exitCode, lines } = await hostileRun({
    descriptions,
    service: { faults: ['key-unchecked'] },
    grep: ['authentication/unregistered-key/sendText'],
  });
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['fail auth']));
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain('An unregistered key is accepted');
});

test('a target that works and dies in mid-run', async () => {
  let alive = true;
  const { verdicts, exitCode, record } = await hostileRun({
    descriptions,
    grep: ['requests/accepted/', 'routing/new-user/', 'events/sent-', 'routing/selected-after-writing/'],
    flags: { concurrency: '1' },
    play: ({ nth, operation }) => {
      if (operation === 'sendFile' && nth > 2) alive = false;
      return alive ? null : (socket) => socket.destroy();
    },
  });
  const all = Object.values(verdicts);
  expect(all.filter((verdict) => verdict === 'pass').length).toBeGreaterThan(2);
  expect(all.filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
  expect(all.filter((verdict) => verdict.startsWith('inconclusive')).length).toBeGreaterThan(5);
  expect(exitCode).toBe(4);
  expect(record?.verdict).toBe('not-proven');
});
