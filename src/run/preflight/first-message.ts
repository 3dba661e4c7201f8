import { fieldOf, operationOf, requestFields } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import { sampleBody } from '../../dialect/sample-body.js';
import type { Needed } from './needed.js';

/** Writes as a new user, whose id holds `mark`; the first message of a conversation causes an event in every version. */
export async function writeFirst(
  { requests, configuration, nonce, writers }: Needed,
  description: Description,
  mark: string,
  operation: string = operationOf(description, 'message'),
): Promise<{ user: string; userField: string }> {
  const user = `u-${nonce}-${mark}-${description.version.replaceAll('.', '-')}`;
  const userField = fieldOf(requestFields(description, operation), 'user') ?? '';
  const body = sampleBody(description, operation, { user, nonce });
  writers.set(user, description.version);
  await requests.post(description, operation, configuration.target.key, body);
  return { user, userField };
}

const MOST_PATIENCE_MS = 2_000;

/** How long a first message's event is waited for by itself; then employees act beside it, where somebody can. */
export function firstMessageTimeoutMs(eventTimeoutMs: number): number {
  return Math.min(MOST_PATIENCE_MS, eventTimeoutMs / 2);
}
