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
/** Answers with a further field, which is made but once. */
const longer = (field: string): Partial<HostileOptions> => {
  const rest = Buffer.from(`,${field}}`);
  return {
    answer: (_seen, good) => ({ ...good, body: Buffer.concat([good.body.subarray(0, -1), rest]) }),
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

/**
 * Rows whose answers or events are large run part of the cases: if each was kept, these alone would exceed the bound. A good
 * target needs less than one that answers the same beside a flood.
 */
const EIGHTH = ['--shard', '1/8'];
const SIXTEENTH = ['--shard', '1/16'];
const FEW = ['--shard', '1/32'];

test.each<[cases: string, name: string, args: string[], options: Partial<HostileOptions>]>([
  ['a sixteenth of the', 'events of 9,000 values each', SIXTEENTH, crowdedEvents],
  ['an eighth of the', 'a flood of events of 9,000 values each, for somebody else', EIGHTH, flooded()],
  [
    'an eighth of the',
    'bombs of 200 MiB, packed by gzip and by brotli, and bodies without end, by turns',
    EIGHTH,
    onFiles('gzip bomb of 200 MiB', 'brotli bomb of 200 MiB', 'endless fast body'),
  ],
  ['one in 32', 'answers of 1 MB each', FEW, padded(1_000_000)],
  ['all', 'answers of 15 kB each', [], padded(15_000)],
  ['an eighth of the', 'answers of 330,000 values each', EIGHTH, crowded(330_000)],
  ['one in 32', 'answers of 19,000 values each', FEW, crowded(19_000)],
])(
  'a run of %s cases stays below 400 MiB: %s',
  async (_cases, _name, args, options) => {
    const { folder } = await openTarget({ descriptions, ...options });
    const cli = startCli(['run', '-q', ...args], { cwd: folder });
    const { code } = await cli.ended;
    const peak = await cli.peakMemory();
    noteMemory(peak);

    expect([0, 1, 4]).toContain(code);
    expect(peak / MIB).toBeLessThan(400);
  },
  240_000,
);
