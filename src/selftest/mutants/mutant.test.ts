import { expect, test } from 'vitest';
import { casesOf } from '../../cases/derive.js';
import type { Case } from '../../cases/types.js';
import { loadDescriptions } from '../../description/load.js';
import { type Meeting, Meetings, type Mutant } from './mutant.js';

const cases = casesOf(await loadDescriptions()).filter(({ level }) => level !== 'observed');
const some = cases.slice(0, 200);
const [rare, last] = [some.at(-1), some.at(-2)] as [Case, Case];

function mutant(id: string, killers: readonly Case[], rest: Partial<Mutant> = {}): Mutant {
  const fault = () => ({ summary: id, hook: () => ({}) });
  return {
    id,
    family: 'test',
    summary: id,
    version: null,
    fault,
    killedBy: (one) => killers.includes(one),
    ...rest,
  };
}

const wide = mutant('wide', some);

test('a mutant meets a share of the cases that are to kill it, from all groups; few of them all', () => {
  const groups = [...new Set(cases.map(({ group }) => group))];
  const narrow = groups.flatMap((group) =>
    ['one', 'other'].map((which) =>
      mutant(
        `${group} ${which}`,
        cases.filter((one) => one.group === group),
      ),
    ),
  );
  const first = new Meetings([mutant('widest', cases), ...narrow], cases).first();
  const met = cases.filter(({ id }) => first.get('widest')?.includes(id));
  expect(met.length).toBeLessThan(cases.length / 50);
  expect(new Set(met.map(({ group }) => group)).size).toBeGreaterThan(groups.length / 2);
  expect(first.get('transport one')).toEqual(
    cases.filter(({ group }) => group === 'transport').map(({ id }) => id),
  );
});

test('every case meets two of the mutants that it is to kill, those first that few cases are to', () => {
  const first = new Meetings([mutant('widest', cases), wide, mutant('narrow', [last])], cases).first();
  for (const { id } of some)
    expect([...first.values()].filter((ids) => ids.includes(id)).length).toBeGreaterThanOrEqual(2);
  expect(first.get('narrow')).toEqual([last.id]);
});

test('a mutant that spoils all that asks for it meets all of it', () => {
  const spoiling = mutant('spoiling', some, { spoilsAll: true });
  expect(new Meetings([spoiling], cases).first().get('spoiling')).toHaveLength(some.length);
});

test('what has not failed meets further mutants, each once, until none is left', () => {
  const mutants = Array.from({ length: 9 }, (_, at) => mutant(`m${at}`, some));
  const meetings = new Meetings(mutants, cases);
  const failed = new Set(some.map(({ id }) => id).filter((id) => id !== rare.id));
  const metBy = (meeting: Meeting): string[] =>
    [...meeting].flatMap(([id, ids]) => (ids.includes(rare.id) ? [id] : []));
  const rounds = [metBy(meetings.first())];
  while (rounds.at(-1)?.length) rounds.push(metBy(meetings.next(failed)));
  expect(rounds.flat().sort()).toEqual(mutants.map(({ id }) => id));
  expect(rounds.length).toBeGreaterThan(3);
});
