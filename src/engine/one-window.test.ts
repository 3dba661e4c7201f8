import { expect, test } from 'vitest';
import { deriveCases } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Answer, Delivery, OutgoingRequest, Ports } from './ports.js';
import { runCases } from './run-cases.js';
import type { World } from './world.js';

const WINDOW_MS = 60_000;
const ROUND_TRIP_MS = 1;

/** A clock that moves only when somebody sleeps or a request is answered. */
class VirtualTime {
  now = 1_700_000_000_000;
  slept: number[] = [];

  async sleep(ms: number): Promise<void> {
    this.slept.push(ms);
    this.now += ms;
  }
}

/** A service in a few lines: asks for a destination until one is selected, and never again. */
function virtualPorts(time: VirtualTime): Ports {
  const deliveries: Delivery[] = [];
  const selected = new Set<string>();
  const body = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const notify = (user: string): void => {
    const event = { event: 'SelectDestination', user };
    deliveries.push({
      id: deliveries.length,
      address: 'main',
      method: 'POST',
      headers: [],
      body: body(event),
      size: 0,
      at: time.now,
    });
  };
  const send = async (request: OutgoingRequest): Promise<Answer> => {
    const startedAt = time.now;
    time.now += ROUND_TRIP_MS;
    const { user_id: user = '' } = JSON.parse(Buffer.from(request.body ?? []).toString() || '{}');
    if (request.url.includes('/selectDestination')) selected.add(user);
    else if (user && !selected.has(user)) notify(user);
    const answer = { success: true, message_id: `m-${time.now}`, timestamp: time.now };
    return {
      kind: 'answer',
      status: 200,
      reason: 'OK',
      headers: [],
      body: body(answer),
      startedAt,
      durationMs: ROUND_TRIP_MS,
    };
  };
  return {
    transport: { send },
    clock: { now: () => time.now, sleep: (ms) => time.sleep(ms) },
    mailbox: {
      address: (label) => `http://127.0.0.1/${label}`,
      recognize: () => undefined,
      refuseNext: () => undefined,
      lost: 0,
      deliveries,
      waitFor: async (match) => deliveries.find(match) ?? null,
    },
    operator: {
      name: 'none',
      shows: [],
      supports: () => false,
      perform: async () => ({ ok: false, kind: 'unsupported', text: '' }),
      inbox: async () => ({ ok: false, kind: 'unsupported', text: '' }),
      close: async () => undefined,
    },
  };
}

async function virtualWorld(): Promise<World> {
  const descriptions = await loadDescriptions();
  return {
    descriptions: Object.fromEntries(descriptions.map((one) => [one.version, one])),
    baseUrl: 'http://service',
    keys: { main: 'key', second: null, fresh: [], restricted: null, unregistered: 'none' },
    destinations: async () => [{ id: '1', kind: 'Department', online: true }],
    nonce: 'abc',
    timeoutMs: 1_000,
    eventTimeoutMs: 1_000,
    quietWindowMs: WINDOW_MS,
    catcherProven: true,
    reader: {
      error: () => null,
      events: ({ body }) => {
        const payload = JSON.parse(Buffer.from(body).toString());
        return [{ name: payload.event, user: payload.user, payload }];
      },
      readsEvents: true,
      body: () => undefined,
      knows: () => false,
      clearing: () => null,
    },
  };
}

/** Absences of an event once a destination is selected, and one presence: without it no absence counts. */
async function absences(count: number): Promise<Case[]> {
  const all = deriveCases(await loadDescriptions());
  const absent = all.filter(({ id }) => id.startsWith('1.0/routing/second-after-early-selection/'));
  const control = all.filter(({ id }) => id === '1.0/routing/new-user/sendText');
  return [
    ...control,
    ...Array.from({ length: count }, (_, at) => ({ ...(absent[at % absent.length] as Case), id: `${at}` })),
  ];
}

test('40 absences cost one quiet window', async () => {
  const time = new VirtualTime();
  const begun = time.now;
  const ports = virtualPorts(time);
  const world = await virtualWorld();
  const { signal } = new AbortController();
  const { outcomes, scope } = await runCases(await absences(40), { ports, world, signal });

  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(scope.exchanges.length).toBeGreaterThan(3 * 40);
  expect(time.slept).toHaveLength(1);
  const requests = time.now - begun - (time.slept[0] ?? 0);
  expect(requests).toBeLessThan(200 * ROUND_TRIP_MS);
  // The window is counted from the last stimulus, whenever the first absence began.
  expect(time.slept[0]).toBe(WINDOW_MS);
});
