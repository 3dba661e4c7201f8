import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { HOSTILE_CONTENTS } from '../testing/hostile-contents.js';
import { hostileRun } from '../testing/hostile-run.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const EXIT: Record<string, number> = { pass: 0, fail: 1, inconclusive: 4 };
const OTHERS = ['responses/non-empty-message_id/sendFile', 'responses/looks-like-message_id/sendFile'];
const CONTROL = 'responses/type-destinations/getDestinations';

test.each(HOSTILE_CONTENTS)('$name', async ({ case: id, expected, spoil }) => {
  const { record, verdicts, exitCode } = await hostileRun({
    descriptions,
    grep: [id, CONTROL, ...OTHERS, 'authentication/no-key/sendFile'],
    flags: { concurrency: '1' },
    // 1.0 on every try, 1.2 from the second one on.
    answer: ({ version, operation, nth }, good) =>
      operation === 'sendFile' && good.status === 200 && (version === '1.0' || nth > 1) ? spoil(good) : good,
  });
  expect(verdicts[`1.0/${id}`] ?? '').toBe(expected);
  expect(verdicts[`1.0/authentication/no-key/sendFile`]).toBe('pass');
  expect(verdicts[`1.2/authentication/no-key/sendFile`]).toBe('pass');
  expect(verdicts[`1.0/${CONTROL}`]).toBe('pass');
  const late = Object.entries(verdicts).filter(
    ([one]) => one.startsWith('1.2/') && one.endsWith('/sendFile'),
  );
  if (expected !== 'pass') expect(late.map(([, verdict]) => verdict)).toContain(expected);
  const [verdict = '', code] = expected.split(' ');
  // A clock that is off is a warning, for no sentence of the interface forbids it.
  expect(exitCode).toBe(code === 'clock-skew' ? 0 : EXIT[verdict]);
  if (code === 'clock-skew') expect(record?.summary.warnings).toBe(2);
});

describe('the whole target', () => {
  test.each(
    HOSTILE_CONTENTS.filter((row) =>
      /(infrastructure|server-error|not-json|encoding|depth|redirect)$/.test(row.expected),
    ),
  )('$name', async ({ expected, spoil }) => {
    const { verdicts, exitCode } = await hostileRun({
      descriptions,
      grep: ['requests/accepted/selectDestination', 'responses/type-destinations/getDestinations'],
      answer: (_seen, good) => spoil(good),
    });
    expect(new Set(Object.values(verdicts))).toEqual(new Set([expected]));
    expect(exitCode).toBe(EXIT[expected.split(' ')[0] ?? '']);
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
  expect(lines.join('\n')).toContain('A key that nobody has is accepted');
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
  expect(all.filter((one) => one === 'pass').length).toBeGreaterThan(2);
  expect(all.filter((one) => one.startsWith('fail'))).toEqual([]);
  expect(all.filter((one) => one.startsWith('inconclusive')).length).toBeGreaterThan(5);
  expect(exitCode).toBe(4);
  expect(record?.verdict).toBe('not-proven');
});
