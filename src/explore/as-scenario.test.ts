import { expect, test } from 'vitest';
import { operationsOf } from '../cases/vocabulary.js';
import { readTrace } from '../cases/walks/trace.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { asScenario, scenarioYaml } from './as-scenario.js';

const [description] = (await loadDescriptions()) as [Description];
const [text = '', other = ''] = operationsOf(description, 'message');

test.each([
  [
    [text, 'select', 'close', text],
    ['message', 'select', 'close', 'message'],
  ],
  [
    [other, 'b.select', text],
    ['message-of-other-kind', 'other-select', 'message'],
  ],
  [
    [text, 'select', 'reply_file', 'reply_text', text],
    ['message', 'select', 'reply', 'reply-of-other-kind', 'message'],
  ],
])('a walk that ends in a message is a scenario: %s', (moves, steps) => {
  expect(asScenario(description, readTrace(description, moves.join('-')))).toEqual(steps);
});

test.each([
  [[text, 'select']],
  [[text, `${text}.again`, text]],
  [[text, 'select.2', text]],
  [[`${text}.refused`, text]],
  [['point2.select', text]],
  [[text, 'log_out', text]],
])('others cannot be one: %s', (moves) => {
  expect(asScenario(description, readTrace(description, moves.join('-')))).toBeNull();
});

test('the entry for the description', () => {
  expect(scenarioYaml(['message', 'select', 'message'], '3')).toContain('steps: [message, select, message]');
});
