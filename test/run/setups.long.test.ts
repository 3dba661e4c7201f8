import { expect, test } from 'vitest';
import type { Case } from '../../src/cases/types.js';
import type { Operator } from '../../src/engine/ports.js';
import { endsOf } from '../support/engine/ends.js';
import { virtualRun } from '../support/engine/virtual-run.js';

/** What a driver of the employee's side may be able to do, and keys that a user may have. */
const ACTIONS = [
  'reply_text',
  'reply_file',
  'close',
  'inbox',
  'set_presence',
  'advance_clock',
  'clear_webhook',
] as const;
const KEYS = ['freshKeys', 'secondKey', 'restricted'] as const;

/** Every subset, the empty one first. */
function subsets<T>(all: readonly T[]): T[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, at) => bits & (2 ** at)));
}

/** Groups whose cases are long rows of the same few steps. */
const ALIKE: readonly Case['group'][] = ['walks', 'concurrency'];

/** The cases to which it can matter, one for all that need the same and take the same steps. */
function touched(): (one: Case) => boolean {
  const known = new Set<string>();
  return (one) => {
    const matters =
      one.phase !== 'open' ||
      one.needs.some(({ kind }) => !['webhook', 'consent', 'body', 'https'].includes(kind));
    const { version, group, phase, needs, steps } = one;
    const course = steps.map((step) => [
      step.do,
      'event' in step && step.event,
      'action' in step && step.action,
    ]);
    const shape = JSON.stringify([version, phase, needs, ALIKE.includes(group) ? group : course]);
    if (!matters || known.has(shape)) return false;
    known.add(shape);
    return true;
  };
}

type Knows = 'from the start' | 'when asked to act';

/** A driver that has these actions alone, and says so at once, or when it is asked for another one. */
function limited(inner: Operator, actions: readonly string[], knows: Knows): Operator {
  const lacking = new Set<string>();
  const refused = (action: string) => {
    lacking.add(action);
    return { ok: false, kind: 'unsupported', text: `the driver has no "${action}"` } as const;
  };
  const supports = (action: string): boolean =>
    knows === 'from the start' ? actions.includes(action) : !lacking.has(action);
  return {
    name: 'limited',
    get shows() {
      return supports('inbox') ? inner.shows : [];
    },
    supports,
    perform: async (action, parameters) =>
      actions.includes(action) ? inner.perform(action, parameters) : refused(action),
    inbox: async (parameters) => (actions.includes('inbox') ? inner.inbox(parameters) : refused('inbox')),
    close: () => inner.close(),
  };
}

/** What is neither passed nor skipped. */
async function tried(actions: readonly string[], keys: readonly string[], knows: Knows, fresh?: number) {
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    only: touched(),
    operator: (inner) => limited(inner, actions, knows),
    settings: ({ target, dialect, ...rest }) => ({
      ...rest,
      dialect: { bodies: dialect.bodies },
      target: {
        ...target,
        freshKeys: keys.includes('freshKeys') ? target.freshKeys.slice(0, fresh) : [],
        secondKey: keys.includes('secondKey') ? target.secondKey : null,
        restricted: keys.includes('restricted') ? target.restricted : null,
      },
    }),
  });
  return Object.fromEntries(Object.entries(endsOf(outcomes)).filter(([end]) => !end.startsWith('skipped ')));
}

/** All of them take about 50 s of one processor. */
const SETS = subsets(ACTIONS);

test.each(['from the start', 'when asked to act'] as const)(
  'with every set of actions, known %s, a correct service gets no failure and nothing in doubt, and the run ends',
  { timeout: 600_000 },
  async (knows) => {
    const found: unknown[] = [];
    for (const [at, actions] of SETS.entries()) {
      // Keys by turns, so that every set of actions meets each of them, and not: fresh ones once in the two tests.
      const others = KEYS.slice(1).filter((_, bit) => ((at + bit) & (1 << bit)) === 0);
      const fresh = (at % 2 === 0) === (knows === 'from the start');
      const keys = [...(fresh ? ['freshKeys'] : []), ...others];
      const wrong = await tried(actions, keys, knows, (at % 3) + 1);
      if (Object.keys(wrong).length > 0) found.push({ actions, keys, wrong });
    }
    expect(found).toEqual([]);
  },
);
