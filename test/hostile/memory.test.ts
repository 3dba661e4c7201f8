import { beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { noteMemory } from '../support/hostile/notes.js';
import { hostileResponses } from '../support/hostile/responses.js';
import type { HostileOptions, Post } from '../support/hostile/target.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { shareOf } from '../support/share.js';

let descriptions: Description[];

beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const MIB = 1024 * 1024;
const rows = Object.fromEntries(hostileResponses(100).map((row) => [row.name, row.play]));
const onFiles = (...names: string[]): Partial<HostileOptions> => {
  let asked = 0;
  return {
    play: ({ operation }) =>
      operation === 'sendFile' ? (rows[names[asked++ % names.length] ?? ''] ?? null) : null,
  };
};
/** Answers with a further field, which is made but once. */
const longer = (field: string): Partial<HostileOptions> => {
  const rest = Buffer.from(`,${field}}`);
  return {
    respond: (_seen, good) => ({ ...good, body: Buffer.concat([good.body.subarray(0, -1), rest]) }),
  };
};
const padded = (bytes: number) => longer(`"padding":"${'x'.repeat(bytes)}"`);
const crowded = (values: number) => longer(`"many":[${'{},'.repeat(values)}0]`);

/** Payloads of so many values, in the run's own events, or in a flood for somebody else beside them. */
const VALUES = `"many":[${'{},'.repeat(9_000)}0]`;
const crowdedEvents: Partial<HostileOptions> = {
  event: ({ url, body }, post) => post(url, `${body.slice(0, -1)},${VALUES}}`),
};
const flooded = (): Partial<HostileOptions> => {
  let begun = false;
  const foreign = `{"event":"Closed","user":"somebody",${VALUES}}`;
  const flood = async (url: string, post: Post): Promise<void> => {
    for (let sent = 0; sent < 1_600; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => post(url, foreign)));
  };
  return {
    event: ({ url, body }, post) => {
      // The run may be over before the flood is.
      if (!begun && !body.includes('preflight')) void flood(url, post).catch(() => undefined);
      begun ||= !body.includes('preflight');
      return post(url, body);
    },
  };
};

/** What an empty object takes in a list of them, bytes. */
const VALUE_BYTES = 64;

interface Row {
  name: string;
  /** Which of the cases; null: all. */
  shard: string | null;
  options: Partial<HostileOptions>;
  /** What one of them would take if it was kept, bytes; null where what is sent is not counted. */
  heavy: { what: 'responses' | 'events'; bytes: number } | null;
}

/**
 * As few cases as suffice: where what is sent is counted, keeping it all would exceed the bound. Every change meets the flood and
 * responses that are counted.
 */
const ROWS: Row[] = [
  {
    name: 'a flood of 1,600 events of 9,000 values each, for somebody else',
    shard: '2/16',
    options: flooded(),
    heavy: null,
  },
  {
    name: 'events of 9,000 values each',
    shard: '2/7',
    options: crowdedEvents,
    heavy: { what: 'events', bytes: 9_000 * VALUE_BYTES },
  },
  {
    name: 'bombs of 200 MiB, packed by gzip and by brotli, and bodies without end, by turns',
    shard: '1/12',
    options: onFiles('gzip bomb of 200 MiB', 'brotli bomb of 200 MiB', 'endless fast body'),
    heavy: null,
  },
  { name: 'responses of 15 kB each', shard: '1/8', options: padded(15_000), heavy: null },
  {
    name: 'responses of 19,000 values each',
    shard: '2/16',
    options: crowded(19_000),
    heavy: { what: 'responses', bytes: 19_000 * VALUE_BYTES },
  },
  {
    name: 'responses of 1 MB each',
    shard: '2/16',
    options: padded(1_000_000),
    heavy: { what: 'responses', bytes: 1_000_000 },
  },
  { name: 'responses of 330,000 values each', shard: '1/8', options: crowded(330_000), heavy: null },
];

test.each(shareOf(ROWS, 8))(
  'a run stays below 400 MiB: $name',
  { timeout: 240_000 },
  async ({ shard, options, heavy }) => {
    const sent = { responses: 0, events: 0 };
    const { folder } = await openTarget({
      descriptions,
      ...options,
      respond: (seen, good) => {
        sent.responses += 1;
        return options.respond?.(seen, good) ?? good;
      },
      event: (event, post) => {
        sent.events += 1;
        return options.event?.(event, post) ?? post(event.url, event.body);
      },
    });
    const cli = startCli(['run', '-q', ...(shard === null ? [] : ['--shard', shard])], { cwd: folder });
    const { code } = await cli.ended;
    const peak = await cli.peakMemory();
    noteMemory(peak);

    expect([0, 1, 4]).toContain(code);
    expect(peak / MIB).toBeLessThan(400);
    if (heavy) expect((sent[heavy.what] * heavy.bytes) / MIB).toBeGreaterThan(400);
  },
);
