import type { Description } from '../../description/types.js';
import { readAnswer } from '../../engine/judge/answer.js';
import type { Exchange } from '../../engine/run-context.js';
import type { Evidence } from '../record.js';

/** A success of a listed operation, read. */
export interface Success {
  operation: string;
  caseId: string;
  body: Record<string, unknown>;
}

/** All successes of a version, by operation. */
export function successes(
  description: Description,
  { exchanges }: Pick<Evidence, 'exchanges'>,
): Map<string, Success[]> {
  const found = new Map<string, Success[]>();
  for (const exchange of exchanges) {
    const success = exchange.version === description.version ? read(description, exchange) : null;
    if (!success) continue;
    const known = found.get(success.operation);
    if (known) known.push(success);
    else found.set(success.operation, [success]);
  }
  return found;
}

function read(description: Description, { operation, caseId, outcome }: Exchange): Success | null {
  if (operation === null || outcome.kind !== 'answer') return null;
  const answer = readAnswer(description, outcome);
  if ('finding' in answer || answer.answer.status !== description.http.successStatus) return null;
  return { operation, caseId, body: answer.answer.body };
}
