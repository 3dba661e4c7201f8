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
  const operations = descriptions.flatMap(({ version, operations: all }) =>
    Object.keys(all).map(() => version),
  );
  expect(outcomes.length).toBeGreaterThan(0);
  expect(outcomes.length + skipped.length).toBe(operations.length);
  expect(skipped.length).toBeGreaterThan(0);
});

test('an account that is refused more than it is said to lack accuses nobody: the list may be short', async () => {
  const fault: Fault = {
    summary: 'An account that lacks one operation is refused all',
    hook: () => ({ forbids: (lacked) => lacked.length > 0 }),
  };
  const { outcomes } = await checkReference({ descriptions, service: { dialect, faults: [fault] }, only });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});
