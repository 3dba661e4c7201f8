import { expect, test } from 'vitest';
import { duration, hoursText } from './duration.js';

test.each([
  [0, '0 ms'],
  [0.3, 'less than 1 ms'],
  [740.4, '740 ms'],
  [999.6, '1 s'],
  [1_240, '1.24 s'],
  [2_000, '2 s'],
  [9_999, '10 s'],
  [10_000, '10 s'],
  [27_130, '27.1 s'],
  [119_990, '120 s'],
  [125_000, '2 min 5 s'],
  [179_700, '3 min'],
  [300_000, '5 min'],
  [7_199_700, '2 h'],
  [86_400_000, '24 h'],
  [9_000_000, '2 h 30 min'],
  [883_800_000, '245 h 30 min'],
  [6_538_860_000, '75 days 16 h'],
  [2_592_000_000, '30 days'],
])('%d milliseconds read "%s"', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  [1, '1 h'],
  [0.75, '45 min'],
  [24.25, '24 h 15 min'],
])('%d hours read "%s"', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});
