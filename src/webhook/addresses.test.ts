import { expect, test } from 'vitest';
import { calledBehind, calledWith, Labels } from './addresses.js';

test('what follows the base is as the label writes it, but for what no path may hold', () => {
  const labels = new Labels();
  expect(['a', 'a/B/', 'caf%C3%A9+x?y=%20', 'two words'].map((label) => labels.add(label))).toEqual([
    'a',
    'a/B/',
    'caf%C3%A9+x?y=%20',
    'two%20words',
  ]);
});

test.each([
  ['the same path', 'a', ['a'], 'a'],
  ['further parameters', 'a?x=1', ['a'], 'a'],
  ['the query tells labels of one path apart', 'a?x=1', ['a?x=1', 'a?x=2'], 'a?x=1'],
  ['beside further parameters', 'a?x=1&y=2', ['a?x=1', 'a?x=2'], 'a?x=1'],
  ['of those whose query is there, the longest', 'a?x=1&y=2', ['a?x=1&y=2', 'a?x=1', 'a'], 'a?x=1&y=2'],
  ['without its query the last of the path', 'a', ['a?x=1', 'a?x=2'], 'a?x=2'],
  ['letter case tells paths apart', 'a/b', ['a/b', 'a/B'], 'a/b'],
  ['so does a slash at the end', 'a/', ['a/', 'a/b'], 'a/'],
  ['a path that is none of them is taken for the last that begins so', 'A/c', ['a/b', 'a/B', 'x/c'], 'a/B'],
  ['but not where paths have one part', 'aa', ['a'], null],
  ['nor where a slash follows it', 'a/', ['a'], null],
])('%s', (_what, called, all, label) => {
  const labels = new Labels();
  for (const each of all) labels.add(each);
  expect(labels.find(called)).toBe(label);
});

test.each(['main%EF%BF%BD', 'main%ef%bf%bd', 'main%FF', 'main%C3%BF'])(
  'what a service makes of a byte that is no UTF-8 changes nothing: %s',
  (called) => {
    const labels = new Labels();
    labels.add('main');
    expect(calledBehind(labels, called)).toEqual({ label: 'main' });
    expect(calledBehind(labels, `${called}x`)).toBeNull();
  },
);

test('a label that is added again is the last', () => {
  const labels = new Labels();
  for (const label of ['a?x=1', 'a?x=2', 'a?x=1']) labels.add(label);
  expect(labels.find('a')).toBe('a?x=1');
});

test.each([
  ['a', 'a'],
  ['a?sign=1', 'a'],
  ['a?x=1&sign=1', 'a?x=1'],
  ['caf%c3%a9?x=%7e', 'caf%C3%A9?x=~'],
  // Who adds a parameter may rewrite the others.
  ['a?flag=&x=a+b&sign=1', 'a?flag&x=a%20b'],
])('%s is %s', (called, label) => {
  expect(calledWith(called, label)).toBeNull();
});

test.each([
  ['a', 'a?x=1'],
  ['a?flag=', 'a?flag'],
  ['a?x', 'a?x='],
  ['a?x=a%20b', 'a?x=a+b'],
  ['a?x=2&sign=1', 'a?x=1'],
  ['a?y=2&x=1', 'a?x=1&y=2'],
  ['a/b', 'a/b/'],
  ['a/b', 'a/B'],
  ['a/caf%25C3%25A9', 'a/caf%C3%A9'],
])('%s is not %s', (called, label) => {
  expect(calledWith(called, label)).toBe(called);
});
