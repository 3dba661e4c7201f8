import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { unaccounted } from '../../test/support/cases/unaccounted.js';
import { casesOf } from '../cases/derive.js';
import { operationsOf } from '../cases/description-lookups.js';
import { readTrace } from '../cases/walks/walk.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { packageRoot } from '../package-root.js';
import { asScenario, scenarioYaml } from './replay.js';

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

test('the entry makes it a permanent case of the description, which a statement claims: else it could not fail', async () => {
  const steps = ['message', 'select', 'reply', 'reply', 'close', 'message'] as const;
  const entry = scenarioYaml(steps, '3');
  const folder = await mkdtemp(join(tmpdir(), 'conform-scenario-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(packageRoot(), 'spec'), folder, { recursive: true });
  const file = join(folder, `v${description.version}.yaml`);
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace('\nscenarios:\n', `\n${entry.trimEnd()}\n`));
  const descriptions = await loadDescriptions(folder);
  const name = `walked-${steps.join('-')}`;
  const own = casesOf(descriptions).filter((testCase) => testCase.name === name);
  expect(own.map(({ version }) => version)).toContain(description.version);
  expect(own.map(({ level, scenario }) => [level, scenario?.expected])).toEqual(
    own.map(() => ['required', 'sent']),
  );
  expect(unaccounted(descriptions, casesOf(descriptions))).toEqual([]);
});
