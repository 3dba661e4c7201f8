import { describe, expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import { deriveMutants } from '../../src/selftest/mutants/derive.js';
import { busy, late } from '../support/engine/odd-services.js';
import { type VirtualRunOptions, virtualRun } from '../support/engine/virtual-run.js';
import { EXHAUSTIVE, shareOf } from '../support/share.js';

/** As long as a run may take at the default event timeout of 10 s, for what it waits alone. */
const LONGEST_MS = 38_000;
const descriptions = await loadDescriptions();
const mutants = deriveMutants(descriptions);
/** The last one has all that the others have. */
const VERSION = '1.2';
const ofVersion = casesOf(descriptions).filter(({ version }) => version === VERSION);

/** A run in virtual time: how long it waited, and what came of it. */
async function waited(options: Partial<VirtualRunOptions>) {
  const { outcomes, durationMs } = await virtualRun({ roundTripMs: 2, ...options });
  const count = (of: string): number => outcomes.filter(({ verdict }) => verdict === of).length;
  return { outcomes, durationMs, failed: count('fail'), open: count('inconclusive') };
}

/** One mutant meets cases of every kind, some the cases of both that wait for the service's clock; the others those of their version that wait for an event. */
const WHOLE = 'all/behaviour/event-not-json';
const whole: ReadonlySet<Case> = new Set(EXHAUSTIVE ? casesOf(descriptions) : shareOf(ofVersion, 2));
/** While the clock moves on, each wait holds up all cases. */
const HOURS = [
  'all/behaviour/address-lapses-after-an-hour',
  'all/behaviour/delivery-untold-after-an-hour',
  'all/behaviour/close-undone-after-an-hour',
];
const movesClock = ({ phase }: Case): boolean => phase === 'clock';
const awaits =
  (mutantId: string) =>
  ({ version, needs }: Case): boolean =>
    version === (mutantId.startsWith('1.') ? mutantId.slice(0, 3) : VERSION) &&
    needs.some(({ kind }) => kind === 'webhook');

/** Of every kind: whole events, events of one kind, events that go elsewhere, and what is found out by waiting in vain. */
const GUILTY = [
  'all/behaviour/event-not-json',
  '1.2/event/SelectDestination/other-user',
  '1.0/event/SelectDestination/missing',
  '1.2/event/Closed/other-name',
  '1.0/event/TextMessage/missing',
  '1.0/event/delivery/missing',
  '1.2/event/SelectDestination/former-address',
  'all/behaviour/selection-never-asked',
  '1.2/routing/message-kept/event-missing',
  'all/behaviour/selection-asked-for-files-only',
  'all/behaviour/address-first-kept',
  'all/behaviour/offline-lost',
  ...HOURS,
];

describe('a guilty service is found out soon', () => {
  test.each(shareOf(GUILTY, 6))('%s', { timeout: 120_000 }, async (id) => {
    const mutant = mutants.find((mutant) => mutant.id === id);
    if (!mutant) throw new Error(`There is no mutant ${id}.`);
    const { durationMs, failed } = await waited({
      faults: [mutant.fault()],
      only: id === WHOLE ? (testCase) => whole.has(testCase) : HOURS.includes(id) ? movesClock : awaits(id),
    });
    expect(durationMs).toBeLessThan(LONGEST_MS);
    expect(failed).toBeGreaterThan(0);
  });

  test('after a moment in which the machine was busy', { timeout: 120_000 }, async () => {
    const mutant = mutants.find(({ id }) => id === HOURS[0]);
    const { durationMs, failed } = await waited({
      faults: mutant ? [mutant.fault()] : [],
      through: busy({ from: 300, until: 4_000, eachMs: 8 }),
      only: ({ version }) => version === VERSION,
    });
    expect(durationMs).toBeLessThan(2 * LONGEST_MS);
    expect(failed).toBeGreaterThan(0);
  });

  test('events that come after their time', async () => {
    const { durationMs, failed } = await waited({
      through: late(() => 15_000),
      only: EXHAUSTIVE ? () => true : awaits('all'),
    });
    expect(durationMs).toBeLessThan(LONGEST_MS);
    expect(failed).toBeGreaterThan(0);
  });
});

describe('a service that stops answering is given up soon, and not accused', () => {
  test.each(['hangs', 'refuses'] as const)('from the 300th request on it %s', async (how) => {
    const { outcomes, durationMs, failed, open } = await waited({
      gone: (nth) => (nth < 300 ? null : how),
      only: EXHAUSTIVE ? () => true : ({ version }) => version === VERSION,
    });
    expect(outcomes.filter(({ verdict }) => verdict === 'fail').map(({ case: { id } }) => id)).toEqual([]);
    expect(durationMs).toBeLessThan(3 * 10_000 + 5_000);
    const said = outcomes.filter(({ reason }) => reason?.code === 'stopped-answering');
    expect([failed, said.length > 500, open > said.length]).toEqual([0, true, true]);
  });

  test.each(shareOf(['hangs', 'loses', 'refuses'] as const, 2))(
    'for two seconds it %s: most cases come to a verdict',
    async (how) => {
      const met = new Set(shareOf(ofVersion, 2));
      let from = Number.POSITIVE_INFINITY;
      const { outcomes, failed } = await waited({
        only: (testCase) => met.has(testCase),
        gone: (nth, now) => {
          if (nth === 1_000) from = now;
          return now >= from && now < from + 2_000 ? how : null;
        },
      });
      expect(failed).toBe(0);
      const passed = outcomes.filter(({ verdict }) => verdict === 'pass').length;
      expect(passed / outcomes.length).toBeGreaterThan(0.9);
      expect(outcomes.length).toBeGreaterThan(700);
      expect(outcomes.map(({ reason }) => reason?.code)).not.toContain('stopped-answering');
    },
  );
});
