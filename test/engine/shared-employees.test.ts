import { describe, expect, test } from 'vitest';
import { namedFault } from '../../src/reference/faults/catalogue.js';
import { odd, type Through } from '../support/engine/odd-services.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { habit } from '../support/service/habits.js';

const CASES = /\/destinations\/presence/;
/** Employees log out in the course of these, and others must still see what is due. */
const COURSES = /\/(destinations\/presence|walks\/journey-(in-order|through-log-outs|through-addresses))/;

/** Whoever works for one destination works for the next one too: who comes or goes does so at both. */
const shared =
  (partners: number): Through =>
  (ports, _mailbox, _clock, { runContext }) => ({
    ...ports,
    operator: {
      ...ports.operator,
      perform: async (action, parameters) => {
        const { version, key, destination_id: id } = parameters;
        const listed = await runContext.destinations(String(version), String(key));
        const at = listed.findIndex((destination) => destination.id === id);
        const both = listed.filter(
          (_, place) => action === 'set_presence' && place > at && place <= at + partners,
        );
        for (const destination of both)
          await ports.operator.perform(action, { ...parameters, destination_id: destination.id });
        return ports.operator.perform(action, parameters);
      },
    },
  });

/** All employees work for all destinations. */
const everywhere: Through = (ports, _mailbox, _clock, { runContext }) => ({
  ...ports,
  operator: {
    ...ports.operator,
    perform: async (action, parameters) => {
      const { version, key } = parameters;
      const listed =
        action === 'set_presence' ? await runContext.destinations(String(version), String(key)) : [];
      for (const { id } of listed)
        await ports.operator.perform(action, { ...parameters, destination_id: id });
      return ports.operator.perform(action, parameters);
    },
  },
});

describe('employees may work for several destinations', () => {
  odd({
    'for one': { cases: CASES, ends: {} },
    'for two': { cases: COURSES, through: shared(1), ends: {} },
    'for all': { cases: COURSES, through: shared(100), ends: {} },
    'for all, in a case that needs them apart': {
      cases: /\/delivery-of-waiting-through-login-elsewhere\//,
      through: everywhere,
      ends: { 'skipped shared-employees': ['events/delivery-of-waiting-through-login-elsewhere'] },
    },
  });
});

const GLOBAL = [
  [
    'as long as anybody is there at all',
    habit(({ presence }) => {
      const known = new Map<string, Parameters<typeof presence>[0]>();
      return {
        presence: (destination) => {
          known.set(destination.id, destination);
          return [...known.values()].some((destination) => destination.online);
        },
      };
    }),
  ],
  [
    'only while everybody is there',
    habit(({ presence }) => {
      const known = new Map<string, Parameters<typeof presence>[0]>();
      return {
        presence: (destination) => {
          known.set(destination.id, destination);
          return [...known.values()].every((destination) => destination.online);
        },
      };
    }),
  ],
] as const;

test.each(GLOBAL)('a presence that is one for all destinations is found out: %s', async (_, fault) => {
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    only: ({ id }) => CASES.test(id),
    faults: [fault],
  });
  expect(outcomes.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(0);
});

test.each([
  'presence-follows-neighbour',
  'presence-ignored',
  'presence-ignored-after-logout',
  'presence-inverted',
])('each destination shows %s', async (name) => {
  const only = ({ id }: { id: string }): boolean => id.endsWith('/destinations/presence-of-each');
  const { outcomes } = await virtualRun({ roundTripMs: 10, only, faults: [namedFault(name)] });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
});

test.each([
  [0, 'a logout at one destination changes no other'],
  [100, 'a logout at one destination changes others as well'],
])('whether a logout at one destination changes %i others is recorded', async (partners, value) => {
  const only = ({ id }: { id: string }): boolean => id.endsWith('/destinations/presence-of-each');
  const { outcomes } = await virtualRun({ roundTripMs: 10, only, through: shared(partners) });
  for (const { observations } of outcomes)
    expect(observations).toContainEqual({ gap: 'shared-employees', value });
});
