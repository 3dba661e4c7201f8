import { expect, test } from 'vitest';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { checkReference } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();
const only = ({ name }: Case): boolean => name === 'account-forbidden';
const dialect = { ...defaultDialect, accounts: { lacks: 'some' as const } };

test('of an account that lacks some operations, those that it is said to lack are checked', async () => {
  const { outcomes, skipped } = await checkReference({ descriptions, service: { dialect }, only });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  const lacked = descriptions.flatMap(({ version, operations }) =>
    Object.keys(operations)
      .filter((_, at) => at % 2 === 1)
      .map((operation) => `${version}/errors/account-forbidden/${operation}`),
  );
  expect(outcomes.map(({ case: { id } }) => id)).toEqual(lacked);
  expect(skipped).toEqual([]);
});

test('an account that is refused more than it is said to lack accuses nobody: the list may be short', async () => {
  const fault: Fault = {
    summary: 'An account that lacks one operation is refused all',
    hook: () => ({ forbids: (lacked) => lacked.length > 0 }),
  };
  const { outcomes } = await checkReference({ descriptions, service: { dialect, faults: [fault] }, only });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

test('an account that loses what it has with the first refusal is a failure', async () => {
  const fault: Fault = {
    summary: 'An account that was refused one operation is refused all from then on',
    hook: ({ forbids }) => {
      let wasRefused = false;
      return {
        forbids(lacked, operation) {
          if (lacked.length === 0) return false;
          wasRefused ||= forbids(lacked, operation);
          return wasRefused;
        },
      };
    },
  };
  const { outcomes } = await checkReference({ descriptions, service: { dialect, faults: [fault] }, only });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  expect(new Set(failed.map(({ reason }) => reason?.code))).toEqual(new Set(['refused']));
  const versions = new Set(failed.map(({ case: { version } }) => version));
  expect([...versions]).toEqual(descriptions.map(({ version }) => version));
});

test.each(['messages', 'selection'] as const)(
  'what an account that lacks its %s is refused has no effect, and no correct service is accused of one',
  async (lacks) => {
    const { outcomes, skipped } = await checkReference({
      descriptions,
      service: { dialect: { ...defaultDialect, accounts: { lacks } } },
      only: ({ name }) => name.startsWith('forbidden-'),
    });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(Array(4).fill('pass'));
    expect(skipped).toEqual([]);
  },
);

test('a forbidden selection is left out where the account turns out to lack the message as well', async () => {
  const fault: Fault = {
    summary: 'An account that lacks one operation is refused all',
    hook: () => ({ forbids: (lacked) => lacked.length > 0 }),
  };
  const { outcomes } = await checkReference({
    descriptions,
    service: { dialect: { ...defaultDialect, accounts: { lacks: 'selection' } }, faults: [fault] },
    only: ({ name }) => name.startsWith('forbidden-'),
  });
  expect(new Set(outcomes.map(({ verdict }) => verdict))).toEqual(new Set(['skipped']));
});
