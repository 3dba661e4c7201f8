import { beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { hostileAnswers } from '../support/hostile/answers.js';
import { noteMemory } from '../support/hostile/notes.js';
import type { HostileOptions, Post } from '../support/hostile/target.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';

let descriptions: Description[];

beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const MIB = 1024 * 1024;
const rows = Object.fromEntries(hostileAnswers(100).map((row) => [row.name, row.play]));
const onFiles = (...names: string[]): Partial<HostileOptions> => {
  let asked = 0;
  return {
    play: ({ operation }) =>
      operation === 'sendFile' ? (rows[names[asked++ % names.length] ?? ''] ?? null) : null,
  };
};
const padded = (bytes: number): Partial<HostileOptions> => ({
  answer: (_seen, good) => ({
    ...good,
    body: Buffer.from(JSON.stringify({ ...JSON.parse(good.body.toString()), padding: 'x'.repeat(bytes) })),
  }),
});

const crowded = (values: number): Partial<HostileOptions> => ({
  answer: (_seen, good) => ({
    ...good,
    body: Buffer.from(`${good.body.toString().slice(0, -1)},"many":[${'{},'.repeat(values)}0]}`),
  }),
});

/** Payloads of so many values, in the run's own events, or in a flood for somebody else beside them. */
const VALUES = `"many":[${'{},'.repeat(9_000)}0]`;
const crowdedEvents: Partial<HostileOptions> = {
  event: ({ url, body }, post) => post(url, `${body.slice(0, -1)},${VALUES}}`),
};
const flooded = (): Partial<HostileOptions> => {
  let begun = false;
  const foreign = `{"event":"Closed","user":"somebody",${VALUES}}`;
  const flood = async (url: string, post: Post): Promise<void> => {
    for (let sent = 0; sent < 4_000; sent += 50)
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

test.each<[string, Partial<HostileOptions>]>([
  ['events of 9,000 values each', crowdedEvents],
  ['a flood of events of 9,000 values each, for somebody else', flooded()],
  ['a good target', {}],
  [
    'bombs of 200 MiB, packed by gzip and by brotli, and bodies without end, by turns',
    onFiles('gzip bomb of 200 MiB', 'brotli bomb of 200 MiB', 'endless fast body'),
  ],
  ['answers of 1 MB each', padded(1_000_000)],
  ['answers of 15 kB each', padded(15_000)],
  ['answers of 330,000 values each', crowded(330_000)],
  ['answers of 19,000 values each', crowded(19_000)],
])(
  'a whole run of all cases stays below 300 MiB: %s',
  async (_name, options) => {
    const { folder } = await openTarget({ descriptions, ...options });
    const cli = startCli(['run', '-q'], { cwd: folder });
    const { code } = await cli.ended;
    const peak = await cli.peakMemory();
    noteMemory(peak);

    expect([0, 1, 4]).toContain(code);
    expect(peak / MIB).toBeLessThan(300);
  },
  240_000,
);
