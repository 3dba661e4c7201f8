import { expect, test } from 'vitest';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import { defaultDialect } from '../reference/dialect.js';
import type { Fault } from '../reference/faults/fault.js';
import { checkReference } from '../testing/check-reference.js';

const descriptions = await loadDescriptions();
const only = ({ name }: Case): boolean => /^account-(allows|forbidden)$/.test(name);
const dialect = { ...defaultDialect, accounts: { lacks: 'some' as const } };

test('of an account that lacks some operations, each is checked for what it is', async () => {
  const { outcomes, skipped } = await checkReference({ descriptions, service: { dialect }, only });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  const operations = descriptions.flatMap(({ version, operations: all }) =>
    Object.keys(all).map((operation) => `${version} ${operation}`),
  );
  expect(outcomes.map(({ case: one }) => `${one.version} ${one.operation}`).toSorted()).toEqual(
    operations.toSorted(),
  );
  expect(skipped.filter((id) => !id.includes('/account-forbidden/'))).toEqual([]);
});

test('an account that is refused what it has is told, and what it lacks is no matter of that', async () => {
  const fault: Fault = {
    summary: 'An account that lacks one operation is refused all',
    hook: () => ({ forbids: (lacked) => lacked.length > 0 }),
  };
  const { outcomes } = await checkReference({ descriptions, service: { dialect, faults: [fault] }, only });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  expect(
    new Set(failed.map(({ case: { name, level }, reason }) => `${level} ${name} ${reason?.code}`)),
  ).toEqual(new Set(['expected account-allows forbidden']));
  // An empty body is as good a reason to refuse the operation that sets the address, which is left alone.
  expect(failed.length).toBeGreaterThanOrEqual(5);
});
