import { fieldOf, operationsOf, responseFields } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import { readResponse } from './judge/response.js';
import type { Exchange } from './run-context.js';

/** What is further away is no time of the service, but a mistake. */
const MOST_AWAY_MS = 10 * 366 * 24 * 3_600_000;

/**
 * The time of the service, milliseconds since the Unix epoch: by the last message that it accepted, or else by this
 * machine.
 */
export function serviceTime(
  exchanges: readonly Exchange[],
  of: (version: string) => Description,
  now: number,
): number {
  for (const exchange of exchanges.toReversed()) {
    const sentAt = timestampIn(exchange, of(exchange.version));
    if (sentAt !== null && Math.abs(sentAt - now) < MOST_AWAY_MS)
      return sentAt + now - exchange.outcome.startedAt;
  }
  return now;
}

function timestampIn({ operation, outcome }: Exchange, description: Description): number | null {
  if (operation === null || !operationsOf(description, 'message').includes(operation)) return null;
  const field = fieldOf(responseFields(description, operation), 'timestamp');
  const read = readResponse(description, outcome);
  if (field === undefined || !('response' in read)) return null;
  const { body } = read.response;
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : null;
  return typeof value === 'number' ? value : null;
}
