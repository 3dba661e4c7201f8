import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { allMoves, movesOffered, type Offer } from './further-moves.js';
import { readTrace, TraceError, traceOf } from './walk.js';

const [description] = (await loadDescriptions()) as [Description];
const moves = allMoves(description);
const [first, second] = moves.filter(({ kind }) => kind === 'message').map(({ name }) => name);

test('names of moves differ, and none could be taken for two', () => {
  const names = moves.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.includes('-') || name.includes('/'))).toEqual([]);
});

test('a trace names its moves', () => {
  const trace = `${first}-${first}.again-select.2-b.${second}-point2.select-address.away-log_out-${first}`;
  expect(traceOf(readTrace(description, trace))).toBe(trace);
});

test.each([
  ['dance', '"dance" is not a move'],
  [`${first}.again`, `move 1, "${first}.again", is not possible there`],
  [`${first}-address.away-${first}`, 'move 3'],
  [`${first}-log_in`, 'move 2'],
])('what is not a walk is said: %s', (trace, said) => {
  expect(() => readTrace(description, trace)).toThrow(TraceError);
  expect(() => readTrace(description, trace)).toThrow(said);
});

test('a walk across versions has usual moves of one user, and no others', () => {
  const trace = `${first}-other.select-${first}-other.${first}-select`;
  expect(traceOf(readTrace(description, trace))).toBe(trace);
  for (const other of [`b.${first}`, `${first}.again`, 'select.2', 'address.set'])
    expect(() => readTrace(description, `${first}-other.select-${other}`)).toThrow('move 3');
  expect(() => readTrace(description, `${first}-${first}.again-other.select`)).toThrow('move 3');
});

test('employees who are logged out do not act', () => {
  const close = moves.find(({ kind }) => kind === 'close')?.name;
  expect(() => readTrace(description, `${first}-select-log_out-${close}`)).toThrow('move 4');
  expect(() => readTrace(description, `${first}-select-log_out-log_in-${close}`)).not.toThrow();
});

test('what a deployment lacks is left out, each with its reason', () => {
  const none: Offer = {
    supports: () => false,
    online: 1,
    secondKey: false,
    ownPoints: false,
    clearing: false,
    whyNoOtherVersion: 'one version is checked alone',
  };
  const { moves: left, leftOut } = movesOffered(description, none);
  expect(new Set(left.map(({ kind }) => kind))).toEqual(new Set(['message', 'select', 'refused', 'read']));
  expect(left.some(({ name }) => name.startsWith('point2.'))).toBe(false);
  for (const reason of ['driver', 'second contact point', 'too few destinations', 'set aside'])
    expect(leftOut.map((mistake) => mistake.reason).join('\n')).toContain(reason);
  const beyond = leftOut.flatMap(({ names }) => names);
  expect(left.filter(({ name }) => beyond.includes(name))).toEqual([]);
});
