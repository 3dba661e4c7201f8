import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { casesOf } from './derive.js';
import type { Case, Step } from './types.js';

/** One case of each sort, written down: paragraphs of an id and a line for what it needs and for each step. */
const EXAMPLES = readFileSync(new URL('examples.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n');

test('cases are as the examples say', async () => {
  const cases = new Map(casesOf(await loadDescriptions()).map((testCase) => [testCase.id, testCase]));
  const ids = EXAMPLES.map((text) => text.slice(0, text.indexOf('\n')));
  expect(ids.map((id) => [id, ...told(cases.get(id))].join('\n  '))).toEqual(EXAMPLES);
});

function told(testCase: Case | undefined): string[] {
  if (!testCase) return [];
  const first = [testCase.level, testCase.phase, testCase.scenario?.expected, ...testCase.needs.map(plain)];
  return [first.filter((word) => word !== undefined).join(' '), ...testCase.steps.map(step)];
}

function step({ do: what, ...more }: Step): string {
  const { setup, ...rest } = more as { setup?: true };
  return `${setup ? 'setup ' : ''}${what} ${plain(rest).slice(1, -1)}`;
}

/** JSON without its quotes; just the kind of what has nothing else; of a long text the beginning. */
function plain(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? member.slice(0, 60) : member,
  );
  return text.replaceAll('"', '').replace(/\{kind:([^{},]+)\}/g, '$1');
}
