import { expect, test } from 'vitest';
import { verdictParts, windowWords } from './results.js';

test('how much was walked: all of it, a part, or nobody knows', () => {
  const machine = (walked: number, legal: number) => ({
    version: '1',
    initial: 'a',
    states: [],
    transitions: [],
    windows: { walked, legal },
  });
  expect(windowWords({ machines: [machine(4, 4), machine(5, 5)] })).toBe('all 9 three-move sequences walked');
  expect(windowWords({ machines: [machine(4, 4), machine(0, 5)] })).toBe(
    '4 of 9 three-move sequences walked',
  );
  const { windows: _, ...older } = machine(1, 1);
  expect(windowWords({ machines: [older] })).toBeNull();
});

test('a verdict is parted where the record parts it, whatever stops stand in its sentences', () => {
  const sentences = ['Answers of host v1.2 Beta. All are the same.', 'Not proven: 1.', 'Also this.'];
  expect(verdictParts({ sentence: sentences.join(' '), sentences })).toEqual([
    'Answers of host v1.2 Beta. All are the same.',
    'Not proven: 1. Also this.',
  ]);
  expect(verdictParts({ sentence: 'Older. Whole.' })).toEqual(['Older. Whole.', '']);
});
