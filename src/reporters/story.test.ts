import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { smallRecord } from '../../test/support/record/small-record.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { likelyCauses } from './causes.js';
import { countStandings, standing } from './standing.js';
import { tellStories, tellUnproven, withConsequences } from './story.js';

const faulty = await sampleRecord({ kind: 'faulty' });

test('a violation below the fail level is a warning, an accepted one is accepted', () => {
  expect(standing({ verdict: 'fail', level: 'expected' }, 'required')).toBe('warning');
  expect(standing({ verdict: 'fail', level: 'expected' }, 'expected')).toBe('failed');
  expect(standing({ verdict: 'fail', level: 'required', accepted: true }, 'required')).toBe('accepted');
  expect(standing({ verdict: 'inconclusive', level: 'required' }, 'required')).toBe('inconclusive');
});

test('every violation is told in exactly one story', () => {
  const told = tellStories(faulty)
    .flatMap(withConsequences)
    .flatMap(({ cases }) => cases.map(({ id }) => id));
  const broken = faulty.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect(told.toSorted()).toEqual(broken.toSorted());
});

test('cases that fail for one reason are one story, failures before warnings', () => {
  const stories = tellStories(faulty);
  const counts = countStandings(faulty);
  const failed = stories.filter((defect) => defect.standing === 'failed');
  expect(failed.length).toBeLessThan(counts.failed / 4);
  expect(stories.map((defect) => defect.standing)).toEqual(
    stories
      .map((defect) => defect.standing)
      .toSorted(
        (a, b) => ['failed', 'warning', 'accepted'].indexOf(a) - ['failed', 'warning', 'accepted'].indexOf(b),
      ),
  );
});

test('of several statements the one that the broken cases share owns the story', () => {
  const record = smallRecord(faulty, [
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

test('what shows only in answers of other broken cases is told within their story', () => {
  const record = smallRecord(faulty, [
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
    cases: record.cases.map((testCase) => ({
      ...testCase,
      exchanges: testCase.id === 'passing' ? [1] : testCase.id === 'own' ? [0] : [by],
    })),
  });
  const names = (record: RunRecord) =>
    tellStories(record).map(({ statement, consequences }) => [
      statement?.id,
      consequences.map((defect) => defect.statement?.id),
    ]);
  expect(names(seen(0))).toEqual([['special', ['general']]]);
  expect(names(seen(1))).toEqual([
    ['general', []],
    ['special', []],
  ]);
});

test('causes stand before consequences, and reasons of one statement are parts of one story', () => {
  const fail = (id: string, statement: string, code: string) => ({
    id,
    statements: [statement],
    verdict: 'fail' as const,
    reason: { code, text: '' },
    exchanges: [],
  });
  const record = smallRecord(faulty, [
    fail('a', 'behaves', 'no-event'),
    fail('b', 'behaves', 'no-event'),
    fail('c', 'typed', 'type'),
    fail('d', 'typed', 'missing'),
    fail('e', 'valued', 'value'),
  ]);
  expect(
    tellStories(record).map(({ statement, parts }) => [statement?.id, parts.map(({ code }) => code)]),
  ).toEqual([
    ['typed', ['missing', 'type']],
    ['valued', ['value']],
    ['behaves', ['no-event']],
  ]);
});

test('the same defect of the same event under another statement is told within the first story', () => {
  const judged = { part: 'absent', about: 'Closed', exchange: 0, step: 1, atMs: 0 } as const;
  const fail = (id: string, statement: string) => ({
    id,
    statements: [statement],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    exchanges: [],
    judged,
  });
  const record = smallRecord(faulty, [fail('a', 'first'), fail('b', 'second'), fail('c', 'first')]);
  const stories = tellStories(record);
  expect(stories.map(({ statement, defect }) => [statement?.id, defect])).toEqual([
    ['first', 'Closed does not come'],
  ]);
  expect(stories[0]?.consequences.map(({ statement }) => statement?.id)).toEqual(['second']);
});

test('other operations keep a statement only where every case of theirs passed', () => {
  const of = (id: string, operation: string, verdict: CaseRecord['verdict']) => ({
    id,
    operation,
    statements: ['s'],
    verdict,
  });
  const causes = (third: CaseRecord['verdict']) => {
    const record = smallRecord(faulty, [
      of('a', 'one', 'fail'),
      of('b', 'two', 'pass'),
      of('c', 'three', third),
    ]);
    const [story] = tellStories(record);
    return story ? likelyCauses(story, record).join(' ') : '';
  };
  expect(causes('pass')).toContain('two and three keep the statement');
  expect(causes('inconclusive')).toContain('two keeps the statement');
});

test('cases that differ in their sample alone and pass are named', () => {
  const of = (id: string, title: string, verdict: CaseRecord['verdict']) => {
    return { id, title, group: 'g', statements: ['s'], verdict, reason: { code: 'content', text: '' } };
  };
  const causes = (...others: Parameters<typeof of>[]) => {
    const cases = [of('a', 'text of op arrives: long', 'fail'), ...others.map((other) => of(...other))];
    const record = smallRecord(
      faulty,
      cases.map((one) => ({ ...one, operation: 'op' })),
    );
    const [story] = tellStories(record);
    return story ? likelyCauses(story, record).join(' ') : '';
  };
  expect(
    causes(['b', 'text of op arrives: odd', 'pass'], ['c', 'text of op arrives: longer', 'pass']),
  ).toContain('The same passes with “longer”, “odd” in place of “long”.');
  expect(
    causes(['b', 'text of op arrives: short', 'pass'], ['c', 'text of op arrives: odd', 'fail']),
  ).toContain('The same passes with “short” in place of “long”.');
  for (const [title, verdict] of [
    ['what is unlike in all: long', 'pass'],
    ['text of op arrives: odd', 'skipped'],
    ['text of op arrives: odd', 'inconclusive'],
    ['text of op arrives: long and kept', 'pass'],
  ] as const)
    expect(causes(['b', title, verdict]), title).not.toContain('The same passes');
});

test('a law over all events that one of a broken case breaks follows from it', () => {
  const [exchange] = faulty.exchanges;
  const [event] = faulty.events;
  if (!exchange || !event) throw new Error('The sample lacks exchanges or events.');
  const judged = { part: 'event', event: 7, about: 'Asked', step: 1, atMs: 0 } as const;
  const law = { id: 'law', statements: ['t'], verdict: 'fail' as const, judged, exchanges: [] };
  const record = smallRecord(
    faulty,
    [{ id: 'own', statements: ['s'], verdict: 'fail', exchanges: [1] }, law],
    {
      exchanges: [{ ...exchange, id: 1, caseId: 'own', user: 'u' }],
      events: [{ ...event, id: 7, user: 'u' }],
    },
  );
  const [story, ...others] = tellStories(record);
  expect(others).toEqual([]);
  expect([story?.statement?.id, story?.consequences.map(({ statement }) => statement?.id)]).toEqual([
    's',
    ['t'],
  ]);
});

test('moves at once that show what is wrong with an event without others follow from it', () => {
  const of = (id: string, group: string, judged: Partial<NonNullable<CaseRecord['judged']>>) => ({
    id,
    group,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    exchanges: [],
    judged: { part: 'answer', exchange: 0, step: 1, atMs: 0, ...judged } as const,
  });
  const told = (unexplained: string) =>
    tellStories(
      smallRecord(faulty, [
        of('plain', 'routing', { part: 'absent', about: 'Asked' }),
        of('at-once', 'concurrency', { about: 'send', exchange: 1, unexplained }),
      ]),
    ).map(({ defect }) => defect);
  expect(told('Asked had to come once, and came never')).toEqual(['Asked does not come']);
  expect(told('Closed had to come once, and came never')).toEqual([
    'Asked does not come',
    'send at once: Closed had to come once, and came never',
  ]);
});
