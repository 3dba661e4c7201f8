import { expect, test } from 'vitest';
import type { ServiceEvent } from '../../src/reference/conversations/model.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { habit } from '../support/service/habits.js';

/** What the preflight makes of it; no case is of interest. */
async function prepared(faults: Fault[]) {
  const ran = await virtualRun({
    roundTripMs: 10,
    faults,
    only: ({ id }) => id === '1.2/requests/accepted/getDestinations',
    // Nothing is known but where the address stands.
    settings: (all) => ({ ...all, dialect: { bodies: { setWebhook: { url: '{webhook_url}' } } } }),
  });
  return { ...ran, ...ran.prepared };
}

const sending = (change: (event: ServiceEvent) => ServiceEvent[]): Fault =>
  habit(({ notify }) => ({ notify: (due) => notify(due).flatMap(change) }));

const silent = (version: string, name: string | null): Fault =>
  sending((event) => (event.version === version && (name === null || event.name === name) ? [] : [event]));

test('every version writes as a user of its own, and it is known which', async () => {
  const { runContext, unheard } = await prepared([]);
  expect(
    [...(runContext.writers ?? [])].map(([user, version]) => [
      user.endsWith(version.replace('.', '-')),
      version,
    ]),
  ).toEqual([
    [true, '1.0'],
    [true, '1.2'],
  ]);
  expect(unheard).toEqual([]);
});

test('what one version does not send is told of that version alone, and the other one tells how events look', async () => {
  const { unheard, dialect, webhook } = await prepared([silent('1.0', null)]);
  expect(unheard.map(({ version }) => version)).toEqual(['1.0']);
  expect(dialect.event).toEqual({ name: '/event', user: '/user' });
  // The address was taken under both.
  expect([...webhook].sort()).toEqual(['1.0', '1.2']);
});

test('a version that is late in one event is not waited for in the other one', async () => {
  const { unheard, readyMs } = await prepared([silent('1.0', 'SelectDestination')]);
  expect(unheard.map(({ version }) => version)).toEqual(['1.0']);
  // One event timeout, side by side with all else.
  expect(readyMs).toBeLessThan(10_500);
});
