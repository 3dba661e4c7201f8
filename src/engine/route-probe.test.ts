import { describe, expect, test } from 'vitest';
import { ending, late, odd, type Through } from '../../test/support/engine/odd-services.js';
import { virtualRun } from '../../test/support/engine/virtual-run.js';
import { habit } from '../../test/support/service/habits.js';
import type { Fault } from '../reference/faults/fault.js';

const ABSENT = ['routing/{second-message,third-message}'];
/** Absences of 1.2, and a case that sets the run's address again once they are watched. */
const WATCHED = /^1\.2\/(routing\/(new|second-message\/|third)|events\/address-set-last-SelectDestination)/;
/** Events of the preflight, and of the cases that watch. */
const EVENTS = 8;

/** Events come so late from the nth on. */
const slowFrom = (nth: number, ms: number): Through => {
  let count = 0;
  return late(() => {
    count += 1;
    return count < nth ? 0 : ms;
  });
};

/** The first control's message is turned away, and nothing else. */
const turnedAway: Through = (ports) => ({
  ...ports,
  transport: {
    send: async (request) => {
      const outcome = await ports.transport.send(request);
      const isControl = Buffer.from(request.body ?? []).includes('-90001a');
      return isControl && outcome.kind === 'response' ? { ...outcome, status: 429 } : outcome;
    },
  },
});

describe('another run had the address, until this one set it again', () => {
  odd({
    'after every absence was begun': {
      cases: WATCHED,
      faults: [ending(EVENTS, true)],
      ends: { 'inconclusive interference': ABSENT },
    },
    'and events are slow': {
      cases: WATCHED,
      faults: [ending(EVENTS, true)],
      through: late(() => 2_000),
      ends: { 'inconclusive interference': ABSENT },
    },
  });
});

describe('no other run', () => {
  const twice = habit(({ notify }) => ({ notify: (event) => [...notify(event), ...notify(event)] }));
  const worlds: Record<string, { through?: Through; faults?: Fault[] }> = {
    'a good service': {},
    'every event twice': { faults: [twice] },
    'events that come at the last moment': { through: late(({ eventTimeoutMs }) => eventTimeoutMs - 100) },
    'events that come at the last moment, from the control on': { through: slowFrom(EVENTS + 1, 9_900) },
    'a control that is turned away': { through: turnedAway },
  };
  odd(
    Object.fromEntries(
      Object.entries(worlds).map(([name, runContext]) => [name, { ...runContext, cases: WATCHED, ends: {} }]),
    ),
  );
});

test.each([
  ['prompt', 0],
  ['slow', 9_000],
])('a control costs two round trips at most: its event is %s', async (_, ms) => {
  const roundTripMs = 40;
  const { exchanges } = await virtualRun({
    roundTripMs,
    only: ({ id }) => WATCHED.test(id),
    through: slowFrom(EVENTS + 1, ms),
  });
  const setting = exchanges.findIndex(({ operation }) => operation === 'setWebhook');
  const ends = exchanges.slice(0, setting).map(({ outcome }) => outcome.startedAt + outcome.durationMs);
  expect(ends.length).toBeGreaterThan(3);
  const began = exchanges[setting]?.outcome.startedAt ?? Number.POSITIVE_INFINITY;
  expect(began - Math.max(...ends)).toBeLessThanOrEqual(2 * roundTripMs);
});
