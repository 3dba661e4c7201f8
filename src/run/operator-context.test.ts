import { expect, test } from 'vitest';
import { checkReference, PATIENT } from '../../test/support/service/check-reference.js';
import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import { plannedActions } from './operator-context.js';

/** As many as the reference service lists at first. */
const DESTINATIONS = 3;

test('about as many actions are planned as a run asks for', async () => {
  const descriptions = await loadDescriptions();
  const only = ({ version, needs, phase }: Case): boolean =>
    version === '1.2' && phase !== 'unset' && needs.some(({ kind }) => kind === 'action');
  let asked = 0;
  await checkReference({
    descriptions,
    flags: PATIENT,
    only,
    around: (ports) => ({
      ...ports,
      operator: {
        ...ports.operator,
        perform: (action, parameters) => {
          asked += 1;
          return ports.operator.perform(action, parameters);
        },
      },
    }),
  });
  // Who finds nobody at a destination logs somebody in.
  expect(Math.abs(plannedActions(casesOf(descriptions).filter(only), DESTINATIONS) - asked)).toBeLessThan(
    asked / 100,
  );
  expect(asked).toBeGreaterThan(20);
});
