import { expect, test } from 'vitest';
import { broadReasonWords, reasonWords } from './words.js';

test('what went wrong before the verdict is told with what it was, or counted as one', () => {
  expect(reasonWords('setup-no-event')).toBe('the preparation failed: an event did not come');
  expect(broadReasonWords('setup-no-event')).toBe('the preparation failed');
  expect(broadReasonWords('no-event')).toBe('an event did not come');
  expect(reasonWords('of-a-later-version')).toBe('of-a-later-version');
});
