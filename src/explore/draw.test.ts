import { expect, test } from 'vitest';
import { allMoves } from '../cases/walks/further-moves.js';
import { hasValue } from '../cases/walks/moves.js';
import { legalPart } from '../cases/walks/situation.js';
import { USUAL } from '../cases/walks/steps.js';
import { loadDescriptions } from '../description/load.js';
import { allWalks, randomWalks, simplerThan, type VersionMoves } from './draw.js';
import { idOf, isPairLegal, readWalk, type Walk, walkCases } from './walk.js';

const versionMoves = (await loadDescriptions()).map(
  (description): VersionMoves => ({ description, moves: allMoves(description) }),
);

function drawn(seed: number, count: number, concurrent = false): Walk[] {
  const walks: Walk[] = [];
  for (const batch of randomWalks(versionMoves, { seed, length: 16, atOnce: 50, concurrent })) {
    walks.push(...batch);
    if (walks.length >= count) break;
  }
  return walks.slice(0, count);
}

const isLegal = ({ version, moves }: Walk): boolean => {
  const description = versionMoves.find(
    (ofVersion) => ofVersion.description.version === version,
  )?.description;
  return description !== undefined && legalPart(description, moves).length === moves.length;
};

test('a seed gives the same walks each time, another one others', () => {
  expect(drawn(7, 60).map(idOf)).toEqual(drawn(7, 60).map(idOf));
  expect(drawn(8, 60).map(idOf)).not.toEqual(drawn(7, 60).map(idOf));
});

test('a seed gives these walks on any machine', () => {
  expect(drawn(1, 2).map(idOf)).toMatchInlineSnapshot(`
    [
      "1.0/walks/sendFile-sendText-select-sendFile-sendFile-reply_text-sendFile-reply_file-reply_text-sendText-reply_text-close-sendFile-select-sendFile-close",
      "1.2/walks/select.line_separators-select.2.unicode_forms-select-reply_text.early-select.3.minus-selectDestination.malformed-select.3.carriage_returns-sendText.zero-reply_text.codes-reply_text.markup-sendFile-select.2-sendFile-sendText.keyless-sendText.again-sendText.punctuation_alone",
    ]
  `);
});

test('random walks are legal, differ, and are of all moves and versions', () => {
  const walks = drawn(4, 1_300);
  expect(walks.filter((walk) => !isLegal(walk))).toEqual([]);
  expect(new Set(walks.map(idOf)).size).toBe(1_300);
  const made = new Set(walks.flatMap(({ moves }) => moves.map(({ name }) => name)));
  for (const { moves } of versionMoves) {
    const missing = moves.filter(({ name }) => !made.has(name));
    expect(missing.filter((move) => !hasValue(move))).toEqual([]);
    // Of values there are so many that a few walks do not have them all.
    expect(moves.filter((move) => hasValue(move) && made.has(move.name)).length).toBeGreaterThan(60);
  }
});

test('every legal row up to a length is walked once, the shorter ones first', () => {
  const walks = [...allWalks(versionMoves, { longest: 4, atOnce: 100 })].flat();
  expect(walks.filter((walk) => !isLegal(walk))).toEqual([]);
  expect(new Set(walks.map(idOf)).size).toBe(walks.length);
  const lengths = walks.map(({ moves }) => moves.length);
  expect(lengths).toEqual([...lengths].sort());
  expect(lengths.filter((length) => length === 1)).toHaveLength(6);
});

test('walks with two moves at once: a seed gives the same, each move is possible where it begins', () => {
  const walks = drawn(4, 100, true);
  expect(walks.map(idOf)).toEqual(drawn(4, 100, true).map(idOf));
  for (const walk of walks) {
    const { description } = versionMoves.find(
      (ofVersion) => ofVersion.description.version === walk.version,
    ) as VersionMoves;
    expect(isPairLegal(description, walk.moves, walk.pairAt ?? -1)).toBe(true);
    const [, group = '', trace = ''] = idOf(walk).split('/');
    expect(idOf(readWalk(description, group, trace))).toBe(idOf(walk));
  }
});

test('every walk is judged: a statement claims it, so that what is wrong fails it', () => {
  const sight = { ...USUAL, inbox: true, events: true };
  const makers = new Map(
    versionMoves.map(({ description }, at) => {
      const other = versionMoves.at(at - 1)?.description;
      return [description.version, walkCases(description, sight, other)] as const;
    }),
  );
  const judged = [...drawn(6, 60), ...drawn(6, 60, true)].map((walk) => makers.get(walk.version)?.(walk));
  expect(judged.filter((testCase) => testCase?.statements.length !== 1)).toEqual([]);
  expect(judged.filter((testCase) => testCase?.level === 'observed')).toEqual([]);
});

test('walks with two moves at once shrink around them, and these to earlier ones', () => {
  const [walk] = drawn(4, 20, true).filter(({ moves }) => moves.length > 5) as [Walk];
  const simpler = [...simplerThan(versionMoves, walk)];
  expect(simpler.length).toBeGreaterThan(5);
  expect(simpler.every(({ pairAt }) => pairAt !== undefined)).toBe(true);
  expect(simpler.map(idOf)).not.toContain(idOf(walk));
  const kinds = ({ moves, pairAt = 0 }: Walk) => moves.slice(pairAt, pairAt + 2).map(({ kind }) => kind);
  expect(simpler.map(kinds)).toEqual(simpler.map(() => kinds(walk)));
});

test('simpler walks are legal and shorter, or of moves that come earlier; the simplest come first', () => {
  const [walk] = drawn(5, 1) as [Walk];
  const simpler = [...simplerThan(versionMoves, walk)];
  expect(simpler.length).toBeGreaterThan(50);
  expect(simpler.filter((walk) => !isLegal(walk))).toEqual([]);
  const lengths = simpler.map(({ moves }) => moves.length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(walk.moves.length);
  expect(simpler.map(idOf)).not.toContain(idOf(walk));
});
