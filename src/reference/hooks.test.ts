import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { applyFaults } from './hooks.js';

test('a fault knows the rulebook of its own service, not that of another one in the same process', async () => {
  const [first, last] = await loadDescriptions();
  if (!first || !last) throw new Error('There are fewer than two versions.');
  const fault = 'path-version-optional';
  const one = await applyFaults([first], [fault]);
  const other = await applyFaults([last], [fault]);
  expect(one.hooks.path('/any')).toBe(`/${first.version}/any`);
  expect(other.hooks.path('/any')).toBe(`/${last.version}/any`);
  const [operation = ''] = Object.keys(last.operations).filter((name) => !(name in first.operations));
  const alone = await applyFaults([first], ['path-operation-by-beginning']);
  expect(alone.hooks.path(`/${first.version}/${operation}s`)).toBe(`/${first.version}/${operation}s`);
});
