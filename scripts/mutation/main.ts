import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { Explained } from './explained.js';
import { type Part, partsOf } from './parts.js';
import type { Report } from './report.js';
import { type Score, scoreOf, told } from './score.js';
import { Stryker } from './stryker.js';

/**
 * Mutation tests of our own judging code, with Stryker: `npm run mutation [PATH…]`, default all parts of engine, cases and
 * dialect, one after the other, each by the tests of its folder. Prints what survives and is not explained in
 * explained.yaml, and the score of each part and of all; the reports are reports/mutation-PART.html and .json. With
 * `--reported` the reports of the last time are judged again. Exit code 1: something is left without an explanation, or
 * explained for nothing.
 *
 * Left out: words for people (words.mjs, and src/cases/words, which is nothing else); string literals, for nearly all are
 * members of closed sets, where another text does not compile, and the ids and codes that are none stand in the tests'
 * listings; what runs when a module is loaded, which would need a process for each mutant.
 */
const asked = process.argv.slice(2);
const isReported = asked.includes('--reported');
const parts = partsOf(asked.filter((name) => name !== '--reported'));
const root = packageRoot();

if (!isReported) await measure();
const explained = await Explained.load();
const scores = await Promise.all(parts.map((part) => score(part)));
process.stdout.write(told(scores));
const isOpen = ({ unexplained, stale }: Score): boolean => unexplained.length + stale.length > 0;
process.exitCode = scores.some(isOpen) ? 1 : 0;

async function measure(): Promise<void> {
  const stryker = await Stryker.install(root);
  try {
    for (const part of parts) await stryker.measure(part);
  } finally {
    await stryker.remove();
  }
}

async function score({ path, report }: Part): Promise<Score> {
  const file = join(root, 'reports', `${report}.json`);
  return scoreOf(path, JSON.parse(await readFile(file, 'utf8')) as Report, explained);
}
