import { expect, test } from 'vitest';
import { difference, isWorse } from './difference.js';
import type { CaseRecord, Observation, RunRecord, Verdict } from './types.js';

type End = Verdict | 'accepted' | `${Verdict} ${string}`;

function run(cases: Record<string, End>, observations: [string, string][] = []): RunRecord {
  return {
    cases: Object.entries(cases).map(([id, end]) => {
      const [word = 'pass', code] = end.split(' ');
      const accepted = word === 'accepted';
      return {
        id,
        version: id.slice(0, 3),
        title: `title of ${id}`,
        verdict: accepted ? 'fail' : word,
        reason: code ? { code, text: code } : null,
        ...(accepted && { accepted }),
      } as CaseRecord;
    }),
    observations: observations.map(
      ([gap, value]): Observation => ({ gap, value, version: '1.0', cases: [] }),
    ),
    gaps: [{ id: 'retries', number: 1, section: '6', question: 'How often?' }],
  } as unknown as RunRecord;
}

test.each<[End, End, boolean]>([
  ['pass', 'fail', true],
  ['pass', 'skipped', true],
  ['pass', 'inconclusive', true],
  ['pass', 'error', true],
  ['pass', 'accepted', true],
  ['skipped', 'inconclusive', true],
  ['inconclusive', 'fail', true],
  ['accepted', 'fail', true],
  ['fail', 'accepted', false],
  ['fail', 'pass', false],
  ['inconclusive', 'skipped', false],
  ['fail status', 'fail shape', false],
])('from %s to %s', (before, after, worse) => {
  const found = difference([run({ one: before, other: 'pass' }), run({ one: after, other: 'pass' })]);
  expect(found.changed.map((changedCase) => [changedCase.id, changedCase.worse])).toEqual([['one', worse]]);
  expect(found.alike.map(({ id }) => id)).toEqual(['other']);
  expect(isWorse(found)).toBe(worse);
});

test('what got worse stands first', () => {
  const { changed } = difference([run({ a: 'fail', b: 'pass' }), run({ a: 'pass', b: 'fail' })]);
  expect(changed.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('a case that vanished after a pass, and a new one that does not pass, are for the worse', () => {
  const found = difference([
    run({ gone: 'pass', broken: 'fail', left: 'skipped' }),
    run({ fine: 'pass', bad: 'fail', known: 'accepted', unclear: 'inconclusive', open: 'skipped' }),
  ]);
  const worse = (list: { id: string; worse: boolean }[]): string[] =>
    list.filter((change) => change.worse).map(({ id }) => id);
  expect([found.vanished.length, worse(found.vanished)]).toEqual([3, ['gone']]);
  expect([found.added.length, worse(found.added)]).toEqual([5, ['bad', 'unclear']]);
});

test('of runs that left cases out, what both were asked for is compared', () => {
  const part = (ends: Record<string, End>, deselected: number, versions = ['1.0', '1.2']): RunRecord => ({
    ...run(ends),
    selection: { versions, deselected },
  });
  const whole = part({ '1.0/a': 'pass', '1.0/b': 'pass', '1.2/a': 'fail' }, 0);
  const some = part({ '1.0/a': 'pass' }, 2);
  for (const pair of [
    [whole, some],
    [some, whole],
    [whole, part({ '1.0/a': 'pass', '1.0/b': 'pass' }, 0, ['1.0'])],
  ])
    expect(difference(pair)).toMatchObject({ vanished: [], added: [] });
  expect(difference([whole, some])).toMatchObject({ alike: [{ id: '1.0/a' }], notCompared: 2 });
  expect(isWorse(difference([some, whole]))).toBe(false);
  // A version that the target does not serve any more was asked for all the same.
  expect(isWorse(difference([whole, part({ '1.2/a': 'fail' }, 0)]))).toBe(true);
  expect(isWorse(difference([some, part({ '1.0/a': 'fail' }, 2)]))).toBe(true);
});

test('other answers to a gap are told, and are not for the worse', () => {
  const found = difference([
    run({}, [
      ['same', 'x'],
      ['retries', 'none'],
      ['lost', 'was'],
    ]),
    run({}, [
      ['same', 'x'],
      ['retries', 'three'],
    ]),
  ]);
  expect(found.answers).toEqual([
    { gap: 'retries', question: 'How often?', version: '1.0', own: [['none'], ['three']] },
    { gap: 'lost', question: 'lost', version: '1.0', own: [['was'], []] },
  ]);
  expect(isWorse(found)).toBe(false);
});

test('a gap that a run may not have met is not compared; one that both have met is', () => {
  const whole = run({}, [
    ['met', 'x'],
    ['unmet', 'y'],
  ]);
  const part: RunRecord = { ...run({}, [['met', 'z']]), selection: { versions: ['1.0'], deselected: 9 } };
  for (const pair of [
    [whole, part],
    [part, whole],
  ])
    expect(difference(pair).answers.map(({ gap }) => gap)).toEqual(['met']);
});

test('a run beside itself shows no difference', () => {
  const same = run({ a: 'pass', b: 'fail status', c: 'accepted' }, [['g', 'v']]);
  expect(difference([same, same])).toMatchObject({
    changed: [],
    vanished: [],
    added: [],
    answers: [],
    alike: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    notCompared: 0,
  });
});

test('of several runs the first is compared with the last, and all must end alike', () => {
  const through = (...ends: End[]) => difference(ends.map((end) => run({ a: end })));
  expect(through('pass', 'skipped', 'pass')).toMatchObject({ changed: [{ worse: false }], alike: [] });
  expect(through('pass', 'skipped', 'fail')).toMatchObject({ changed: [{ worse: true }] });
  expect(through('fail', 'fail', 'fail')).toMatchObject({ changed: [], alike: [{ id: 'a' }] });
  const between = difference([run({ a: 'pass' }), run({}), run({ a: 'pass' })]);
  expect(between).toMatchObject({ changed: [{ worse: false }], vanished: [], added: [] });
});
