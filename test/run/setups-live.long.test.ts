import { beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { createHttpOperator } from '../../src/operator/http.js';
import { endsOf } from '../support/engine/ends.js';
import { type BridgeOptions, bridge } from '../support/service/bridge-driver.js';
import { type CheckOptions, checkReference, PATIENT } from '../support/service/check-reference.js';
import { shareOf } from '../support/share.js';

let descriptions: Description[];
let share: ReadonlySet<Case>;
beforeAll(async () => {
  descriptions = await loadDescriptions();
  share = new Set(shareOf(casesOf(descriptions).filter(takesPart), 6));
});

const http =
  (actions: readonly string[]): NonNullable<CheckOptions['operator']> =>
  ({ operator }) =>
    createHttpOperator({
      ...operator,
      actions: Object.fromEntries(
        Object.entries(operator.actions).filter(([name]) => actions.includes(name)),
      ),
      inbox: actions.includes('inbox') ? operator.inbox : null,
    });

const exec = (actions: readonly string[], options: BridgeOptions) => bridge({ actions, ...options });

/** The ways in which a driver of these actions may tell that it lacks the others. */
const WAYS = [
  ['an http driver', http],
  ['a program that names them', (actions: readonly string[]) => exec(actions, { knows: true })],
  ['a program that does not', (actions: readonly string[]) => exec(actions, { knows: false })],
] as const;

/** Cases that an employee takes part in, or that need a contact point without an address. */
const takesPart = ({ version, group, needs }: Case): boolean =>
  version === '1.0' &&
  ['storage', 'events', 'routing'].includes(group) &&
  needs.some(({ kind }) => kind === 'action' || kind === 'unset-address');

const SETS: [actions: string, fresh: number][] = [
  ['reply_text reply_file close inbox', 0],
  ['reply_text reply_file close inbox', 6],
  ['reply_text reply_file close inbox', 1],
  ['reply_text close advance_clock', 2],
  ['reply_file set_presence inbox clear_webhook', 1],
  ['close', 0],
];

/** Every way meets every second set, and every set two ways or one. */
const TRIED = WAYS.flatMap(([way, drive], first) =>
  SETS.flatMap((set, at) => ((at + first) % 2 === 0 ? [[way, ...set, drive] as const] : [])),
);

test.each(TRIED)(
  '%s that can do %s, with %i fresh keys: a correct service gets no failure and nothing in doubt',
  { timeout: 120_000 },
  async (_way, list, fresh, drive) => {
    const { outcomes } = await checkReference({
      descriptions,
      service: { seed: 1 },
      dialect: { bodies: {} },
      fresh,
      flags: PATIENT,
      operator: drive(list.split(' ')),
      only: (testCase) => share.has(testCase),
    });
    const wrong = Object.entries(endsOf(outcomes)).filter(([end]) => !end.startsWith('skipped '));
    expect(Object.fromEntries(wrong)).toEqual({});
    expect(outcomes.some(({ verdict }) => verdict === 'pass')).toBe(true);
  },
);
