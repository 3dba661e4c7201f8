import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { GOOD } from '../support/hostile/responses.js';
import { type HostileRun, hostileRun } from '../support/hostile/run.js';
import { named } from '../support/named.js';
import { shareOf } from '../support/share.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const REFUSAL = '{"success":false}';
const REFUSED = `HTTP/1.1 400 x\r\nContent-Length: ${REFUSAL.length}\r\n\r\n${REFUSAL}`;

interface Second {
  name: string;
  bytes: string;
  /** After so many further requests to the target, or after the next one of its own connection. */
  after: number | 'the next';
}

const SECOND: Second[] = [
  { name: 'another response with it', bytes: GOOD, after: 0 },
  { name: 'another response a little later', bytes: GOOD, after: 1 },
  { name: 'a refusal much later', bytes: REFUSED, after: 4 },
  { name: 'another response when the next request has come', bytes: GOOD, after: 'the next' },
  { name: 'a refusal when the next request has come', bytes: REFUSED, after: 'the next' },
  { name: 'the rest of a body when the next request has come', bytes: ',"more":1}', after: 'the next' },
];

/** Cases of all operations; which of them share a connection is a matter of time. */
const GREP = [
  '1.2/requests/accepted/',
  '1.2/responses/type-',
  '1.2/authentication/no-key/',
  '1.2/requests/malformed-*-comment',
];

async function runWith(guilty: string, { bytes, after }: Second, concurrency: string): Promise<HostileRun> {
  const owed = new Map<Socket, number>();
  const pay = (socket: Socket): void => {
    owed.delete(socket);
    if (!socket.destroyed) socket.write(bytes);
  };
  return hostileRun({
    descriptions,
    grep: GREP,
    flags: { concurrency, timeout: '5s' },
    before: (_seen, own) => {
      if (after === 'the next') return void (owed.has(own) && pay(own));
      for (const [socket, left] of owed)
        if (left > 1) owed.set(socket, left - 1);
        else pay(socket);
    },
    after: ({ operation }, socket) => {
      if (operation !== guilty) return;
      if (after === 0) pay(socket);
      else owed.set(socket, after === 'the next' ? 1 : after);
    },
  });
}

/** What failed, and the operation that it is charged to. */
function accused({ record }: HostileRun): string[] {
  const failed = (record?.cases ?? []).filter(({ verdict }) => verdict === 'fail');
  return failed.map(({ judged, reason }) => `${judged?.about} ${reason?.code}`);
}

describe.each(['selectDestination', 'getDestinations'])('each response to %s', (guilty) => {
  describe.each(['1', '6'])('with %s at a time', (concurrency) => {
    test.each(named(shareOf(SECOND, 3)))('%s: no other operation is accused', async (_name, second) => {
      const ran = await runWith(guilty, second, concurrency);
      const told = `${guilty} surplus-bytes`;
      expect(accused(ran).filter((id) => id !== told)).toEqual([]);
      const isNoted = ran.lines.some((line) =>
        line.startsWith('connections: a keep-alive connection returned more'),
      );
      // What waits for the next request of its connection is met by none once each has one of its own.
      if (second.after === 'the next') expect(ran.exitCode === 4 || isNoted).toBe(true);
      else expect([ran.exitCode, accused(ran).includes(told)]).toEqual([1, true]);
    });
  });
});
