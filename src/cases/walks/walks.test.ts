import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { casesOf } from '../derive.js';
import { coveringWalks } from './cover.js';
import { after, movesOf, start, type Turn } from './moves.js';
import { windowKey, windowsIn, windowsOf } from './windows.js';

const descriptions = await loadDescriptions();

const keys = (description: Description, length: number): string[] => [
  ...new Set(windowsOf(description, movesOf(description), length).map(windowKey)),
];

/** The turns that the name of a case stands for. */
function turnsOf(description: Description, trace: string): Turn[] {
  const moves = movesOf(description);
  let position = start(description);
  return trace.split('-').map((name) => {
    const move = moves.find((talking) => talking.name === name);
    const next = move && after(description, position, move);
    if (!next) throw new Error(`${trace}: ${name} is not legal where it stands.`);
    const turn = { ...position, move };
    position = next;
    return turn;
  });
}

test.each(descriptions)(
  'walks of $version go through every legal row of three moves, each followed by another, a close by a message',
  (description) => {
    const walks = casesOf(descriptions)
      .filter(({ version, group }) => version === description.version && group === 'walks')
      .filter(({ name }) => !name.startsWith('journey-'))
      .map(({ name }) => turnsOf(description, name));
    const shown = walks
      .flatMap((turns) => windowsIn(turns, 4))
      .filter((window) => window[2]?.move.kind !== 'close' || window[3]?.move.kind === 'message')
      .map((window) => windowKey(window.slice(0, 3)));
    expect(keys(description, 3).filter((key) => !shown.includes(key))).toEqual([]);
    expect(keys(description, 3).length).toBeGreaterThan(140);
    expect(Math.max(...walks.map(({ length }) => length))).toBeLessThanOrEqual(16);
  },
);

test('employees act only in a conversation that they have', () => {
  const [description] = descriptions as [Description];
  const rows = keys(description, 2);
  expect(rows).toContain('selected: reply_text close');
  expect(rows).toContain('not-selected: select close');
  expect(rows.some((key) => key.startsWith('not-selected: reply_text'))).toBe(false);
  expect(rows.some((key) => key.includes('select select'))).toBe(false);
  expect(() => turnsOf(description, 'select-close')).toThrow('not legal');
  expect(() => turnsOf(description, 'sendText-select-close')).not.toThrow();
});

test('what is covered is not walked again, and nothing is left where everything is', () => {
  const [description] = descriptions as [Description];
  const moves = movesOf(description);
  const covered = new Set<string>();
  const first = coveringWalks(description, moves, 12, covered);
  expect(covered.size).toBe(keys(description, 3).length);
  expect(coveringWalks(description, moves, 12, covered)).toEqual([]);
  expect(coveringWalks(description, moves, 12, new Set())).toEqual(first);
});
