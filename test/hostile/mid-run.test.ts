import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { Deferred } from '../../src/deferred.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { byTurns, expectRows } from '../support/hostile/by-turns.js';
import { HOSTILE_CONTENTS } from '../support/hostile/contents.js';
import { HOSTILE_EVENTS } from '../support/hostile/events.js';
import { GOOD, type HostileResponse, hostileResponses } from '../support/hostile/responses.js';
import { hostileRun, REQUEST_TIMEOUT_MS } from '../support/hostile/run.js';
import { TURNS } from '../support/hostile/turns.js';
import { dueOf, longestExchange } from '../support/hostile/verdicts.js';
import { named } from '../support/named.js';
import { makeCertificates, type TestCertificates } from '../support/network/certificates.js';
import { type RawServer, startRawServer } from '../support/network/raw-server.js';
import { shareOf } from '../support/share.js';

let descriptions: Description[];
let certificates: TestCertificates;
beforeAll(async () => {
  [descriptions, certificates] = await Promise.all([loadDescriptions(), makeCertificates()]);
});

/** So many users are answered as they should be before the target turns. */
const GOOD_ONES = 12;
const KEY = 'a-key-that-is-known';

/** All rows at once, bombs among them, keep one process busy: nobody shall miss a deadline for that. */
const TIMEOUT_MS = 2 * REQUEST_TIMEOUT_MS;

/** What is wrong whatever was due; a good response where none is due is the business of other tests. */
const RESPONSES = hostileResponses(TIMEOUT_MS / 4).filter((row) => dueOf(row) !== 'pass' && !row.atOnce);
const CONTENTS = HOSTILE_CONTENTS.filter(({ expected }) =>
  /(infrastructure|server-error|not-json|encoding|depth|redirect)$/.test(expected),
);

const AWAITED = new Set(['TextMessage', 'FileMessage', 'Closed']);
/** Each waits for one event of an employee only, so that any may meet any row. */
const WAITING = [
  '*/events/sent-TextMessage',
  '*/events/sent-FileMessage',
  '*/events/sent-Closed',
  'events/unchanged-',
];
const MANY = ['selectDestination', 'sendText', 'sendFile'].map(
  (operation) => `1.0/requests/malformed-*/${operation}`,
);

describe('a target that turns in mid-run, another row with each request', () => {
  test.each(['http', 'https'] as const)('responses, over %s', async (protocol) => {
    const rows = protocol === 'http' ? RESPONSES : shareOf(RESPONSES, 4);
    const { met, rowFor } = byTurns<HostileResponse>(rows, GOOD_ONES);
    const ran = await hostileRun({
      descriptions,
      grep: MANY,
      flags: { timeout: `${TIMEOUT_MS}ms` },
      ...(protocol === 'https' && { tls: certificates.good, ca: certificates.ca }),
      play: (seen) => rowFor(seen.text)?.play ?? null,
    });
    expectRows(ran, met, rows, dueOf);
    expect(longestExchange(ran.record?.exchanges)).toBeLessThan(TIMEOUT_MS + 1000);
  });

  test('contents', async () => {
    const { met, rowFor } = byTurns(CONTENTS, GOOD_ONES);
    const ran = await hostileRun({
      descriptions,
      grep: MANY,
      // No row keeps its response back.
      flags: { timeout: '10s' },
      respond: (seen, good) => rowFor(seen.text)?.spoil(good) ?? good,
    });
    expectRows(ran, met, CONTENTS, ({ expected }) => expected);
  });
});

test('a target that turns in mid-run: events, another row with each user', async () => {
  const { met, rowFor } = byTurns(HOSTILE_EVENTS, 4);
  const awaited: string[] = [];
  const ran = await hostileRun({
    descriptions,
    grep: WAITING,
    // What comes has time to come on a busy machine.
    flags: { timeout: '4s', eventTimeout: '4s' },
    event: ({ url, body }, post) => {
      const { event, user } = JSON.parse(body);
      if (!AWAITED.has(event)) return post(url, body);
      awaited.push(user);
      const row = rowFor(body);
      return row ? row.bring(url, body, post) : post(url, body);
    },
  });
  // One event for each: where a case waits for more, what is due depends on which one the row meets.
  expect(awaited).toEqual([...new Set(awaited)]);
  // What other rows send for nobody at the same time may be the event that is missing, and the finding says so.
  const verdicts = Object.entries(ran.verdicts).map(([id, verdict]) => [
    id,
    verdict === 'fail user-missing' ? 'fail no-event' : verdict,
  ]);
  expectRows({ ...ran, verdicts: Object.fromEntries(verdicts) }, met, HOSTILE_EVENTS, ({ due }) => due);
});

describe('a target that turns in mid-run for good', () => {
  test.each(named(TURNS))('%s', async (_name, { due, onTcp, onConnection, certificate, begin }) => {
    let turned = false;
    let end: () => unknown = () => undefined;
    const identity = { ...certificates.good };
    const after = (play?: (socket: Socket) => void) => (socket: Socket) => {
      if (turned && play) play(socket);
      return turned && play !== undefined;
    };
    const protocol = certificate ? 'https' : 'http';
    let front: RawServer | null = null;
    try {
      const ran = await hostileRun({
        descriptions,
        grep: ['requests/accepted/', 'authentication/unregistered-key/'],
        flags: { concurrency: '1' },
        ...(certificate && { tls: identity, ca: certificates.ca }),
        onTcp: after(onTcp),
        onConnection: after(onConnection),
        configure: (configuration, target) => {
          front = target.front;
          const baseUrl = `${protocol}://localhost:${front.port}`;
          return { ...configuration, target: { ...configuration.target, baseUrl } };
        },
        // Each request has a connection of its own.
        respond: (_seen, good) => ({ ...good, headers: [...good.headers, ['Connection', 'close']] }),
        hold: async ({ version, operation, nth }) => {
          if (version !== '1.2' || operation !== 'selectDestination' || nth > 1 || !front) return;
          if (certificate) Object.assign(identity, certificates[certificate]);
          end = (await begin?.(front)) ?? end;
          turned = true;
        },
      });
      const sent = ran.record?.exchanges ?? [];
      const last = sent.findIndex(
        ({ version, operation }) => version === '1.2' && operation === 'selectDestination',
      );
      const told = sent.map(({ caseId }) => ran.verdicts[caseId]);
      expect(new Set(told.slice(0, last + 1))).toEqual(new Set(['pass']));
      const rest = new Set(told.slice(last + 1));
      expect(rest).toContain(due);
      // A target that answers nothing any more is not asked for ever.
      if (due.startsWith('inconclusive')) rest.delete('inconclusive stopped-answering');
      expect(rest).toEqual(new Set([due]));
      expect([last > 3, sent.length - last > 3]).toEqual([true, true]);
      expect(ran.exitCode).toBe(due.startsWith('fail') ? 1 : 4);
      expect(longestExchange(ran.record?.exchanges)).toBeLessThan(REQUEST_TIMEOUT_MS + 1000);
    } finally {
      await end();
    }
  });
});

test('events that come before the responses to what causes them, from the third on', async () => {
  const came = new Map<string, Deferred<void>>();
  const userIn = (text: string): string | undefined => /u-[0-9a-f]{10}-0\d{4}a/.exec(text)?.[0];
  let held = 0;
  const { verdicts, exitCode } = await hostileRun({
    descriptions,
    grep: ['routing/new-user/'],
    flags: { concurrency: '1', timeout: '10s', eventTimeout: '4s' },
    play: ({ text }) => {
      const user = userIn(text);
      if (user !== undefined) came.set(user, new Deferred());
      return null;
    },
    event: async ({ url, body }, post) => {
      await post(url, body);
      came.get(JSON.parse(body).user)?.resolve();
    },
    // The service has sent the event by now; its response waits until the catcher has it.
    hold: ({ text }) => {
      const event = came.size < 3 ? undefined : came.get(userIn(text) ?? '');
      if (event) held += 1;
      return event?.promise ?? Promise.resolve();
    },
  });
  expect(held).toBeGreaterThan(1);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
});

test('a redirect to another origin with the key in it, from the tenth request on', async () => {
  const other = await startRawServer({});
  try {
    const { verdicts, record } = await hostileRun({
      descriptions,
      key: KEY,
      grep: ['1.0/requests/malformed-*/sendText'],
      flags: { concurrency: '1' },
      play: ({ nth, text }) => {
        if (nth < 10 || !text.includes(KEY)) return null;
        const head = `HTTP/1.1 307 x\r\nLocation: ${other.url}/?key=${KEY}\r\nContent-Length: 0\r\n\r\n`;
        return (socket) => socket.write(head);
      },
    });
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass', 'fail redirect']));
    expect(other.connections).toBe(0);
    const sent = JSON.stringify(record);
    expect([sent.includes('?key=[key]'), sent.includes(KEY)]).toEqual([true, false]);
  } finally {
    await other.close();
  }
});

test('an unregistered key is accepted, from the fifth request of a case with one on', async () => {
  let preflight = true;
  let asked = 0;
  const { verdicts, record } = await hostileRun({
    descriptions,
    key: KEY,
    grep: ['authentication/unregistered-key/'],
    flags: { concurrency: '1' },
    play: ({ text }) => {
      // The preflight asks with one as well; its last step is a message of its own.
      if (text.includes('-preflight-')) preflight = false;
      if (preflight || text.includes(KEY) || !text.includes('key=')) return null;
      asked += 1;
      return asked < 5 ? null : (socket) => socket.write(GOOD);
    },
  });
  const told = (record?.exchanges ?? []).map(({ caseId }) => verdicts[caseId]);
  const turn = told.indexOf('fail auth');
  expect(turn).toBeGreaterThan(3);
  expect(new Set(told.slice(0, turn))).toEqual(new Set(['pass']));
  expect(told.slice(turn)).toEqual(Array(told.length - turn).fill('fail auth'));
  expect(told.length - turn).toBeGreaterThan(3);
});
