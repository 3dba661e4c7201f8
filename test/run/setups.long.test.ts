import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import type { Case, Need } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Operator } from '../../src/engine/ports.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { endsOf } from '../support/engine/ends.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { EXHAUSTIVE } from '../support/share.js';

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

/** When a driver says what it lacks. */
const WAYS = ['from the start', 'when asked to act'] as const;
type Knows = (typeof WAYS)[number];

/** Groups whose cases are long rows of the same few steps. */
const ALIKE: readonly Case['group'][] = ['walks', 'concurrency'];

/**
 * The cases to which a set can matter, one for each course of steps; in one list are those that need the same and take
 * the same steps, in whatever order and number.
 */
function touched(all: readonly Case[]): Case[][] {
  const lists = new Map<string, Map<string, Case>>();
  for (const testCase of all) {
    const { version, group, phase, needs, steps } = testCase;
    if (phase === 'open' && needs.every(isAlwaysMet)) continue;
    const course = ALIKE.includes(group)
      ? [group]
      : steps.map((step) =>
          JSON.stringify([step.do, 'event' in step && step.event, 'action' in step && step.action]),
        );
    const shape = JSON.stringify([version, phase, needs, [...new Set(course)].sort()]);
    const list = lists.get(shape) ?? new Map<string, Case>();
    lists.set(shape, list.set(course.join(), list.get(course.join()) ?? testCase));
  }
  return [...lists.values()].map((list) => [...list.values()]);
}

/** Whether no set makes a difference to a need. */
function isAlwaysMet({ kind }: Need): boolean {
  return ['webhook', 'consent', 'body', 'https'].includes(kind);
}

const LISTS = touched(casesOf(await loadDescriptions()));
const IDS = new Set(LISTS.flat().map(({ id }) => id));
const VERSIONS = [...new Set(LISTS.flat().map(({ version }) => version))];

/** Sets that meet every one of these cases: an ordinary driver's, and all. */
const isWhole = (actions: readonly string[]): boolean =>
  actions.length === ACTIONS.length || actions.join() === 'reply_text,reply_file,close,inbox';

/** By turns of the ways none and all but one meet every case to which what they lack can matter. */
const isOnEdge = (actions: readonly string[], at: number, knows: Knows): boolean =>
  [0, ACTIONS.length - 1].includes(actions.length) && turnOf(at) % WAYS.length === WAYS.indexOf(knows);

/** By which action a driver may meet a need. */
const MET_BY: Partial<Record<Need['kind'], string>> = {
  shows: 'inbox',
  'unset-address': 'clear_webhook',
  online: 'set_presence',
};

const canLack = ({ needs }: Case, actions: readonly string[]): boolean =>
  needs.some((need) => {
    const action = need.kind === 'action' ? need.action : MET_BY[need.kind];
    return action !== undefined && !actions.includes(action);
  });

/** Whether a set is tried with a driver that knows it in this way: by turns, unless everything is tried. */
const isTurn = (at: number, knows: Knows): boolean =>
  EXHAUSTIVE || turnOf(at) % WAYS.length === WAYS.indexOf(knows);

/** A number for each set, which has nothing to do with its actions. */
const turnOf = (at: number): number =>
  Number.parseInt(createHash('sha256').update(String(at)).digest('hex').slice(0, 8), 16);

/** Of so many lists a set meets one. */
const IN_SO_MANY_LISTS = EXHAUSTIVE ? 1 : 18;

/**
 * Others meet those of one version, of which the other way takes the other, and of each list that has its turn one; which
 * ones varies, so that each list meets several sets.
 */
function selection(actions: readonly string[], at: number, knows: Knows): (testCase: Case) => boolean {
  if (isWhole(actions)) return ({ id }) => IDS.has(id);
  const turn = turnOf(at);
  const version = VERSIONS[(turn + WAYS.indexOf(knows)) % VERSIONS.length];
  const lists = LISTS.filter((_, nth) => (turn + nth) % IN_SO_MANY_LISTS === 0);
  const ids = new Set(lists.map((list) => list[turn % list.length]?.id));
  const onEdge = isOnEdge(actions, at, knows);
  return (testCase) =>
    (testCase.version === version && (ids.has(testCase.id) || provesAnEvent(testCase))) ||
    (onEdge && IDS.has(testCase.id) && (EXHAUSTIVE || canLack(testCase, actions)));
}

/** Whether a case shows that an event can come: where no case does, absences prove nothing. */
function provesAnEvent({ group, steps }: Case): boolean {
  return group === 'events' && steps.some((step) => step.do === 'expect-event' && step.calibrates === true);
}

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

interface Tried {
  actions: readonly string[];
  keys: readonly string[];
  /** How many fresh keys. */
  fresh: number;
  knows: Knows;
  only: (testCase: Case) => boolean;
}

test.each(['unsupported', 'failed'] as const)(
  'where only one destination has employees, and logging others in is %s, a correct service is not accused',
  { timeout: 120_000 },
  async (kind) => {
    const { destinations } = defaultDialect;
    const { outcomes } = await virtualRun({
      roundTripMs: 2,
      dialect: { ...defaultDialect, destinations: { ...destinations, loggedIn: 'first' } },
      // Each needs a selection, or employees; of the others nothing depends on who is there.
      only: ({ version, needs }) => version === VERSIONS.at(-1) && needs.some((need) => !isAlwaysMet(need)),
      operator: (inner) => ({
        name: 'lonely',
        shows: inner.shows,
        supports: (action) => inner.supports(action),
        perform: async (action, parameters) =>
          action === 'set_presence'
            ? { ok: false, kind, text: 'not here' }
            : inner.perform(action, parameters),
        inbox: (parameters) => inner.inbox(parameters),
        close: () => inner.close(),
      }),
    });
    expect(outcomes.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(800);
    const verdicts = new Set(Object.keys(endsOf(outcomes)).map((end) => end.split(' ')[0]));
    expect([...verdicts].sort()).toEqual(kind === 'failed' ? ['inconclusive', 'skipped'] : ['skipped']);
  },
);

/** What is neither passed nor skipped. */
async function tried({ actions, keys, fresh, knows, only }: Tried) {
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    only,
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

const SETS = subsets(ACTIONS);

test.each(WAYS)(
  'with every set of actions, known %s, a correct service gets no failure and nothing in doubt, and the run ends',
  { timeout: 600_000 },
  async (knows) => {
    const found: unknown[] = [];
    for (const [at, actions] of SETS.entries()) {
      if (!isTurn(at, knows)) continue;
      // Keys by turns, so that every set of actions meets each of them, and not: fresh ones once in the two tests.
      const others = KEYS.slice(1).filter((_, bit) => ((at + bit) & (1 << bit)) === 0);
      const hasFresh = (at % 2 === 0) === (knows === 'from the start');
      const keys = [...(hasFresh ? ['freshKeys'] : []), ...others];
      const only = selection(actions, at, knows);
      const wrong = await tried({ actions, keys, fresh: (at % 3) + 1, knows, only });
      if (Object.keys(wrong).length > 0) found.push({ actions, keys, wrong });
    }
    expect(found).toEqual([]);
  },
);
