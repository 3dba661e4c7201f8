import type { Description } from '../../description/types.js';
import { operationsOf, rowsOf, statusAndCode } from '../description-lookups.js';
import { conversation, send, sendTwice } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** Selections of destinations that the contact point does not have are refused (sections 2 and 7). */
export function unlistedDestinations(description: Description): CaseDraft[] {
  const rows = rowsOf(description, 'wrong-type');
  if (rows.length === 0) return [];
  const refused = `is refused with ${rows.map((row) => statusAndCode(description, row)).join(' or ')}`;
  const choosing = (
    operation: string,
    name: string,
    which: string,
    destination: 'unlisted' | 'foreign',
    { needs = [], before = [] }: { needs?: Need[]; before?: Step[] } = {},
  ): CaseDraft => ({
    group: 'requests',
    name,
    operation,
    title: `${operation} with ${which} ${refused}`,
    needs,
    steps: [
      ...before,
      ...sendTwice(send(description, operation, { kind: 'refused', rows }, { destination })),
    ],
  });
  return operationsOf(description, 'select').flatMap((operation) => [
    choosing(operation, 'unlisted-destination', 'a destination that was never listed', 'unlisted'),
    choosing(
      operation,
      'unlisted-destination-while-selected',
      'a destination that was never listed, while another is selected,',
      'unlisted',
      { before: conversation(description) },
    ),
    choosing(operation, 'foreign-destination', 'a destination of another contact point', 'foreign', {
      needs: [{ kind: 'second-key' }],
    }),
  ]);
}
