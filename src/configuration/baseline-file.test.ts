import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBaseline } from './baseline-file.js';
import { UsageError } from './usage-error.js';

function written(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-baseline-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'baseline.yaml');
  writeFileSync(path, text);
  return path;
}

const ONE = '  - { case: 1.0/a/b, verdict: fail, reason: known';

test('entries are read as they stand, days as text', async () => {
  const path = written(`known:\n${ONE}, link: "https://tracker.example/1", expires: 2028-02-29 }\n`);
  expect(await readBaseline(path)).toEqual([
    {
      case: '1.0/a/b',
      verdict: 'fail',
      reason: 'known',
      link: 'https://tracker.example/1',
      expires: '2028-02-29',
    },
  ]);
  expect(await readBaseline(written('known: []\n'))).toEqual([]);
});

test('an entry for several cases is one for each', async () => {
  const path = written('known:\n  - { cases: [1.0/a/b, 1.2/**], verdict: fail, reason: known }\n');
  expect(await readBaseline(path)).toEqual([
    { case: '1.0/a/b', verdict: 'fail', reason: 'known' },
    { case: '1.2/**', verdict: 'fail', reason: 'known' },
  ]);
});

test.each([
  ['no list', '[]\n', /:1:1: /],
  ['no case', 'known:\n  - { verdict: fail, reason: x }\n', /:2:\d+: this entry has neither/],
  ['a case and cases', `known:\n${ONE}, cases: [b] }\n`, /:2:\d+: this entry has both/],
  ['an empty list', 'known:\n  - { cases: [], verdict: fail, reason: x }\n', /:2:\d+: .*cases/],
  [
    'a reason that is not filled in',
    `known:\n  - { case: a, verdict: fail, reason: "" }\n`,
    /:2:\d+: .*reason/,
  ],
  [
    'reasons that are not filled in',
    `known:\n  - { case: a, verdict: fail, reason: "" }\n${ONE} }\n  - { case: c, verdict: fail, reason: "" }\n`,
    /^\S+:2:\d+: 2 entries need a reason, this is the first; expected why each failure is accepted$/,
  ],
  ['a pass', `known:\n  - { case: a, verdict: pass, reason: x }\n`, /:2:\d+: .*verdict/],
  ['a misspelt key', `known:\n${ONE}, expire: 2027-01-01 }\n`, /:2:\d+: .*expire/],
  ['no such day', `known:\n${ONE}, expires: 2027-02-29 }\n`, /:2:\d+: there is no such day/],
  ['no date', `known:\n${ONE}, expires: soon }\n`, /:2:\d+: .*expires/],
  ['no YAML', 'known: [\n', /:\d+:\d+: /],
])('%s is refused with its place', async (_, text, says) => {
  const error = await readBaseline(written(text)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toMatch(says);
});

test('a file that is missing is told by its name', async () => {
  await expect(readBaseline('/no/such/baseline.yaml')).rejects.toThrow(
    '/no/such/baseline.yaml: the file cannot be read (ENOENT: there is no such file); expected one that conform baseline wrote',
  );
});
