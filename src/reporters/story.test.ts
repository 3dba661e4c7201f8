import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { likelyCauses } from './causes.js';
import { countStandings, standing } from './standing.js';
import { tellStories, tellUnproven } from './story.js';

const faulty = await sampleRecord({ kind: 'faulty' });

test('a violation below the fail level is a warning, an accepted one is accepted', () => {
  expect(standing({ verdict: 'fail', level: 'expected' }, 'required')).toBe('warning');
  expect(standing({ verdict: 'fail', level: 'expected' }, 'expected')).toBe('failed');
  expect(standing({ verdict: 'fail', level: 'required', accepted: true }, 'required')).toBe('accepted');
  expect(standing({ verdict: 'inconclusive', level: 'required' }, 'required')).toBe('inconclusive');
});

test('every violation is told in exactly one story', () => {
  const told = tellStories(faulty).flatMap(({ cases }) => cases.map(({ id }) => id));
  const broken = faulty.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect(told.toSorted()).toEqual(broken.toSorted());
});

test('cases that fail for one reason are one story, failures before warnings', () => {
  const stories = tellStories(faulty);
  const counts = countStandings(faulty);
  const failed = stories.filter((one) => one.standing === 'failed');
  expect(failed.length).toBeLessThan(counts.failed / 4);
  expect(stories.map((one) => one.standing)).toEqual(
    stories
      .map((one) => one.standing)
      .toSorted(
        (a, b) => ['failed', 'warning', 'accepted'].indexOf(a) - ['failed', 'warning', 'accepted'].indexOf(b),
      ),
  );
});

test('of several statements the one that the broken cases share owns the story', () => {
  const record = small([
    { id: 'a', statements: ['general', 'special'], verdict: 'fail' },
    { id: 'b', statements: ['general', 'special'], verdict: 'fail' },
    ...Array.from({ length: 20 }, (_, at) => ({
      id: `p${at}`,
      statements: ['general'],
      verdict: 'pass' as const,
    })),
  ]);
  expect(tellStories(record).map(({ statement, cases }) => [statement?.id, cases.length])).toEqual([
    ['special', 2],
  ]);
});

test('what was not proven is grouped by its reason, nothing is left out', () => {
  const counts = countStandings(faulty);
  const groups = tellUnproven(faulty);
  expect(groups.reduce((sum, { cases }) => sum + cases.length, 0)).toBe(
    counts.error + counts.inconclusive + counts.skipped,
  );
  expect(groups[0]?.standing).toBe('inconclusive');
});

test('a story that one version alone shows says so', () => {
  const story = tellStories(faulty).find(({ code }) => code === 'unexpected-event');
  if (!story) throw new Error('The sample lacks its routing fault.');
  expect(likelyCauses(story, faulty)[0]).toMatch(
    /^Only version 1\.2 is affected; the same \d+ cases pass in 1\.0\.$/,
  );
});

test('what shows only in answers of other broken cases is told last, and says whose', () => {
  const record = small([
    { id: 'own', statements: ['special'], verdict: 'fail' },
    { id: 'over-all-1', statements: ['general'], verdict: 'fail' },
    { id: 'over-all-2', statements: ['general'], verdict: 'fail' },
    { id: 'passing', statements: ['other'], verdict: 'pass' },
  ]);
  const exchange = faulty.exchanges[0] as RunRecord['exchanges'][number];
  const made = (id: number, caseId: string) => ({ ...exchange, id, caseId });
  const seen = (by: number): RunRecord => ({
    ...record,
    exchanges: [made(0, 'own'), made(1, 'passing')],
    cases: record.cases.map((one) => ({
      ...one,
      exchanges: one.id === 'passing' ? [1] : one.id === 'own' ? [0] : [by],
    })),
  });
  const told = tellStories(seen(0));
  expect(told.map(({ statement, derived }) => [statement?.id, derived])).toEqual([
    ['special', false],
    ['general', true],
  ]);
  expect(likelyCauses(told[1] as (typeof told)[number], seen(0))).toEqual([
    'The same answers break §1 special; settle that one first.',
  ]);
  expect(tellStories(seen(1)).map(({ statement, derived }) => [statement?.id, derived])).toEqual([
    ['general', false],
    ['special', false],
  ]);
});

function small(cases: { id: string; statements: string[]; verdict: CaseRecord['verdict'] }[]): RunRecord {
  const whole = cases.map(
    (one): CaseRecord => ({ ...(faulty.cases[0] as CaseRecord), ...one, level: 'required', reason: null }),
  );
  const ids = [...new Set(whole.flatMap(({ statements }) => statements))];
  const statements = ids.map((id) => ({
    id,
    section: '1',
    level: 'required' as const,
    text: id,
    versions: [],
    verdicts: {},
    cases: [],
  }));
  return { ...faulty, cases: whole, statements };
}
