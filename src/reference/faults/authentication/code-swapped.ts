import type { Description, ErrorRow, ErrorStimulus } from '../../../description/types.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The codes of a missing and of an unregistered key are exchanged',
  describe(description) {
    const missing = rowOf(description, 'no-key');
    const unregistered = rowOf(description, 'unregistered-key');
    if (missing && unregistered) [missing.code, unregistered.code] = [unregistered.code, missing.code];
  },
};

function rowOf({ errors }: Description, kind: ErrorStimulus['kind']): ErrorRow | undefined {
  return Object.values(errors).find(({ stimulus }) => stimulus.kind === kind);
}
