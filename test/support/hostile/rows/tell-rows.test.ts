import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../src/package-root.js';
import { HOSTILE_ROWS } from './rows.js';
import { tellRows } from './tell-rows.js';

const ROW = { row: 'closes', due: 'I closed', start: ['a: x > one'], midRun: ['b > two', 'b > three'] };

function told(played: Record<string, 'ok' | 'BAD' | 'skipped'>, row: Partial<typeof ROW> | object = {}) {
  const { lines, bad } = tellRows([{ ...ROW, ...row }], new Map(Object.entries(played)));
  return [bad, lines.at(-1)];
}

test('a row stands as the worst of its plays', () => {
  const all = { 'a: x > one': 'ok', 'b > two': 'ok', 'b > three': 'ok' } as const;
  expect(told(all)).toEqual([0, 'from the start: ok (1) · in mid-run: ok (2)']);
  expect(told({ ...all, 'b > two': 'BAD' })).toEqual([1, 'from the start: ok (1) · in mid-run: BAD (2)']);
  expect(told({ ...all, 'b > two': 'skipped' })).toEqual([
    0,
    'from the start: ok (1) · in mid-run: skipped (2)',
  ]);
});

test('a play that its file lacks is told by its name; one whose file was left out is no fault', () => {
  expect(told({ 'a: x > one': 'ok', 'b > two': 'ok' })).toEqual([
    1,
    'from the start: ok (1) · in mid-run: missing (2) "b > three"',
  ]);
  expect(told({ 'a: x > one': 'ok' })).toEqual([0, 'from the start: ok (1) · in mid-run: not run (2)']);
});

test('where there is no play, the reason stands in its place', () => {
  expect(told({ 'a: x > one': 'ok' }, { midRun: { none: 'it is read once' } })).toEqual([
    0,
    'from the start: ok (1) · in mid-run: none: it is read once',
  ]);
});

test('every play of the list stands in a file that there is', () => {
  const files = HOSTILE_ROWS.flatMap(({ start, midRun }) => [start, midRun])
    .flatMap((plays) => (Array.isArray(plays) ? plays : []))
    .map((play: string) => play.split(/[: ]/)[0] ?? '');
  const isThere = (file: string): boolean =>
    ['src', 'test'].some((folder) =>
      ['test.ts', 'long.test.ts'].some((ending) =>
        existsSync(join(packageRoot(), folder, `${file}.${ending}`)),
      ),
    );
  expect([...new Set(files)].filter((file) => !isThere(file))).toEqual([]);
});
