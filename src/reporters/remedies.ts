import { reasonEntry } from '../reasons.js';
import type { Unproven } from './defects.js';
import { groupBy } from './group-by.js';

/** What to do so that the next run can prove it; null where the reason itself says all there is. */
export function remedy(unproven: Pick<Unproven, 'result' | 'code'>): string | null {
  if (unproven.code.startsWith('setup-')) return SETUP;
  return (
    reasonEntry(unproven.code)?.remedy ??
    (unproven.result === 'error'
      ? 'This is a fault of the checker, its driver or its machine, not of the target. Repair it and run again.'
      : null)
  );
}

/** Reasons that the same deed settles, in the order of their first; each without a remedy stands alone. */
export function byRemedy(all: readonly Unproven[]): { how: string | null; reasons: Unproven[] }[] {
  const groups = groupBy(all, (unproven) => remedy(unproven) ?? unproven);
  return [...groups].map(([how, reasons]) => ({ how: typeof how === 'string' ? how : null, reasons }));
}

const SETUP = 'What these cases build on did not work. Settle the violations first, then run again.';
