import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import { casesOf } from '../derive.js';
import { allMoves } from './further-moves.js';
import { JOURNEYS } from './journey-plans.js';
import { journeysOf } from './journeys.js';
import { hasValue } from './moves.js';
import { isOutsideConversation, legalPart, participantOf } from './situation.js';
import { journeyName, traceOf, walkDraft } from './walk.js';

const descriptions = await loadDescriptions();

test.each(descriptions)('journeys of $version are legal, long, and the same each time', (description) => {
  const journeys = journeysOf(description);
  const traces = journeys.map(({ moves }) => traceOf(moves));
  expect(journeysOf(description).map(({ moves }) => traceOf(moves))).toEqual(traces);
  for (const { plan, moves } of journeys) {
    expect(legalPart(description, moves)).toEqual(moves);
    expect(moves.length).toBeGreaterThanOrEqual(plan.moves);
    expect(moves.length).toBeLessThanOrEqual(plan.moves + 8);
    const participants = new Set(
      moves.flatMap((move) => (isOutsideConversation(move) ? [] : [participantOf(move)])),
    );
    expect(participants).toEqual(new Set(plan.participants));
  }
});

test.each(descriptions)(
  'journeys of $version make every kind of move, with nearly all values',
  (description) => {
    const made = new Set(journeysOf(description).flatMap(({ moves }) => moves));
    const kinds = new Set([...made].map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(allMoves(description).map(({ kind }) => kind)));
    const values = (moves: Iterable<ReturnType<typeof allMoves>[number]>): Set<string> =>
      new Set([...moves].flatMap((move) => (hasValue(move) ? [`${move.kind} ${move.value}`] : [])));
    const used = values(made);
    const known = [...values(allMoves(description))];
    expect(known.filter((value) => used.has(value)).length).toBeGreaterThan(0.75 * known.length);
  },
);

test.each(descriptions)(
  'journeys of $version through hours ask nothing to last longer than it must',
  (description) => {
    for (const { plan, moves } of journeysOf(description)) {
      const { phase, level } = walkDraft(description, moves);
      const passes = plan.around?.includes('clock') === true;
      expect({ name: plan.name, phase: phase === 'clock', level }).toEqual({
        name: plan.name,
        phase: passes,
      });
      const hours = moves.filter(({ kind }) => kind === 'clock').length;
      expect(hours >= 3).toBe(passes);
    }
  },
);

test.each(descriptions)(
  'the journey of $version through addresses takes them away, and replies come meanwhile',
  (description) => {
    const journey = journeysOf(description).find(({ plan }) => plan.around?.includes('address'));
    const moves = (journey?.moves ?? []).filter(({ kind }) => kind === 'address' || kind === 'reply');
    const removed = moves.flatMap((move, at) => (move.kind === 'address' && move.away ? [at] : []));
    expect(removed.length).toBeGreaterThan(1);
    expect(removed.some((at) => moves[at + 1]?.kind === 'reply')).toBe(true);
  },
);

test('each journey is a case of its own name', () => {
  const names = casesOf(descriptions).filter(({ group }) => group === 'walks');
  for (const { version } of descriptions)
    expect(names.map(({ id }) => id)).toEqual(
      expect.arrayContaining(JOURNEYS.map((plan) => `${version}/walks/${journeyName(plan)}`)),
    );
});
