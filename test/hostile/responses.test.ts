import type { Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { type HostileResponse, hostileResponses } from '../support/hostile/responses.js';
import { hostileRun, REQUEST_TIMEOUT_MS } from '../support/hostile/run.js';
import { dueOf, longestExchange } from '../support/hostile/verdicts.js';
import { named } from '../support/named.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const ROWS = hostileResponses(REQUEST_TIMEOUT_MS / 4);
const KEY = 'a-key-that-is-known';
/** Each exchange ends within its deadline and a second. */
const LIMIT_MS = REQUEST_TIMEOUT_MS + 1000;

const EXIT: Record<string, number> = { pass: 0, fail: 1, inconclusive: 4 };

/** Every connection is the row's from its beginning on. */
const taken =
  ({ play }: HostileResponse) =>
  (socket: Socket): boolean => {
    play(socket);
    return true;
  };

const ACCEPTED = 'requests/accepted/selectDestination';
const REFUSED = 'authentication/unregistered-key/selectDestination';
const CONTROL = 'responses/type-destinations/getDestinations';

describe('one operation of 1.0 on every try, and of 1.2 from the second one on', () => {
  test.each(named(ROWS.filter(({ atOnce }) => !atOnce)))('%s', async (_name, row) => {
    const ran = await hostileRun({
      descriptions,
      key: KEY,
      grep: [ACCEPTED, REFUSED, CONTROL],
      flags: { concurrency: '1' },
      // A request that is to be refused is refused, whatever becomes of the others.
      play: ({ version, operation, nth, text }) =>
        operation === 'selectDestination' && text.includes(KEY) && (version === '1.0' || nth > 1)
          ? row.play
          : null,
    });
    const due = dueOf(row);
    for (const version of ['1.0', '1.2']) expect(ran.verdicts[`${version}/${ACCEPTED}`]).toBe(due);
    for (const id of [`1.0/${REFUSED}`, `1.2/${REFUSED}`, `1.0/${CONTROL}`, `1.2/${CONTROL}`])
      expect([id, ran.verdicts[id]]).toEqual([id, 'pass']);
    expect(ran.exitCode).toBe(EXIT[due.split(' ')[0] ?? '']);
    expect(longestExchange(ran.record?.exchanges)).toBeLessThan(LIMIT_MS);
  });
});

describe('the whole target', () => {
  test.each(named(ROWS.filter((row) => dueOf(row) !== 'pass')))('%s', async (_name, row) => {
    const ran = await hostileRun({
      descriptions,
      grep: [ACCEPTED, CONTROL],
      ...(row.atOnce ? { onConnection: taken(row) } : { play: () => row.play }),
    });
    const due = dueOf(row);
    const [verdict, code] = due.split(' ');
    if (verdict === 'inconclusive') {
      expect([ran.exitCode, ran.stop?.code]).toEqual([3, code]);
      expect(ran.elapsedMs).toBeLessThan(LIMIT_MS);
    } else {
      expect(ran.exitCode).toBe(1);
      expect(new Set(Object.values(ran.verdicts))).toEqual(new Set([due]));
      expect(longestExchange(ran.record?.exchanges)).toBeLessThan(LIMIT_MS);
    }
  });
});
