import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { deriveCases } from './derive.js';
import type { Case, Step } from './types.js';

/** One case of each sort, written down: paragraphs of an id and a line for what it needs and for each step. */
const EXAMPLES = readFileSync(new URL('examples.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n');

const cases = new Map(deriveCases(await loadDescriptions()).map((one) => [one.id, one]));

test.each(EXAMPLES.map((text) => [text.slice(0, text.indexOf('\n')), text] as const))('%s', (id, text) => {
  const one = cases.get(id);
  expect(one && [id, ...told(one)]).toEqual(text.split('\n').map((line) => line.trim()));
});

function told({ level, phase, scenario, needs, steps }: Case): string[] {
  const first = [level, phase, scenario?.expected, ...needs.map(plain)];
  return [first.filter((word) => word !== undefined).join(' '), ...steps.map(step)].map((line) =>
    line.trim(),
  );
}

function step({ do: what, ...more }: Step): string {
  const { setup, ...rest } = more as { setup?: true };
  return `${setup ? 'setup ' : ''}${what} ${plain(rest).slice(1, -1)}`;
}

/** JSON without its quotes, and of what is nothing but a kind just that; of a long text the beginning. */
function plain(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? one.slice(0, 60) : one));
  return text.replaceAll('"', '').replace(/\{kind:([^{},]+)\}/g, '$1');
}
