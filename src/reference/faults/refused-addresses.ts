import type { ErrorRow } from '../../description/types.js';
import type { Fault } from './fault.js';

/** The row for invalid addresses is another one. */
export function refusingAddresses(summary: string, change: (row: ErrorRow) => Partial<ErrorRow>): Fault {
  return {
    summary,
    describe({ errors }) {
      for (const row of Object.values(errors))
        if (row.stimulus.kind === 'invalid-address') Object.assign(row, change(row));
    },
  };
}
