import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { descriptionDigest } from '../reporters/html/pages/claim.js';
import { verdictParts } from '../reporters/results.js';
import { claimCommand } from './claim.js';

test.each(['passing', 'faulty'] as const)(
  'a claim says what the %s run said, and how to repeat it',
  async (kind) => {
    const folder = await mkdtemp(join(tmpdir(), 'claim-'));
    try {
      const record = await sampleRecord({ kind, cases: 120 });
      await writeFile(join(folder, 'results.json'), JSON.stringify(record));
      expect(await claimCommand(folder, {})).toBe(0);
      const page = await readFile(join(folder, 'certificate.html'), 'utf8');
      const badge = await readFile(join(folder, 'badge.svg'), 'utf8');
      for (const part of verdictParts(record)) expect(page).toContain(part);
      expect(page).toContain(record.command);
      expect(page).toContain(`sha256:${descriptionDigest(record)}`);
      expect(page).toContain('Limits of the proof');
      const open = record.cases.filter(({ verdict }) => !['pass', 'fail'].includes(verdict));
      const told = [...page.matchAll(/<li>(\d+) cases? ended without a verdict/g)];
      expect(told.reduce((sum, [, number]) => sum + Number(number), 0)).toBe(open.length);
      for (const text of new Set(open.map(({ reason }) => reason?.text ?? '')))
        expect(page).toContain(`ended without a verdict: ${text}`);
      expect(badge).toMatch(kind === 'faulty' ? /: not conformant / : /: (?:conformant|not proven) /);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('a claim stands beside the run that is named, unless another folder is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'claim-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const record = await sampleRecord({ kind: 'passing', cases: 20 });
  await mkdir(join(folder, 'run'));
  await writeFile(join(folder, 'run', 'results.json'), JSON.stringify(record));
  await claimCommand(join(folder, 'run', 'results.json'), {});
  await claimCommand(join(folder, 'run'), { out: join(folder, 'elsewhere') });
  const written = ['badge.svg', 'certificate.html'];
  expect((await readdir(join(folder, 'run'))).sort()).toEqual([...written, 'results.json']);
  expect((await readdir(join(folder, 'elsewhere'))).sort()).toEqual(written);
});

test('another statement, level or version is another description', async () => {
  const { statements } = await sampleRecord({ kind: 'passing', cases: 20 });
  const [first, ...rest] = statements;
  if (!first) throw new Error('The sample has no statement.');
  const digest = descriptionDigest({ statements });
  expect(descriptionDigest({ statements: [...rest, first] })).toBe(digest);
  expect(descriptionDigest({ statements: [{ ...first, text: 'Another.' }, ...rest] })).not.toBe(digest);
  expect(descriptionDigest({ statements: rest })).not.toBe(digest);
});
