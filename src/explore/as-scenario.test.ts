import { expect, test } from 'vitest';
import { operationsOf } from '../cases/vocabulary.js';
import { readTrace } from '../cases/walks/trace.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { asScenario, scenarioYaml } from './as-scenario.js';

const [description] = (await loadDescriptions()) as [Description];
const [one = '', other = ''] = operationsOf(description, 'message');

test.each([
  [
    [one, 'select', 'close', one],
    ['message', 'select', 'close', 'message'],
  ],
  [
    [other, 'b.select', one],
    ['message-of-other-kind', 'other-select', 'message'],
  ],
  [
    [one, 'select', 'reply_file', 'reply_text', one],
    ['message', 'select', 'reply', 'reply-of-other-kind', 'message'],
  ],
])('a walk that ends in a message is a scenario: %s', (moves, steps) => {
  expect(asScenario(description, readTrace(description, moves.join('-')))).toEqual(steps);
});

test.each([
  [[one, 'select']],
  [[one, `${one}.again`, one]],
  [[one, 'select.2', one]],
  [[`${one}.refused`, one]],
  [['point2.select', one]],
  [[one, 'log_out', one]],
])('others cannot be one: %s', (moves) => {
  expect(asScenario(description, readTrace(description, moves.join('-')))).toBeNull();
});

test('the entry for the description', () => {
  expect(scenarioYaml(['message', 'select', 'message'], '3')).toContain('steps: [message, select, message]');
});
