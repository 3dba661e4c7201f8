import type { ExchangeRecord } from '../../../src/record/types.js';
import type { HostileResponse } from './responses.js';

/** What a run says of responses that the transport hands on as they are. */
const HANDED_ON: Record<string, string> = {
  '101': 'fail status',
  '204': 'fail status',
  'empty 200': 'fail empty-body',
  '418': 'fail status',
  '999': 'fail status',
  '302, not followed': 'fail redirect',
};

/** The `verdict code` of a case whose request gets the response. */
export function dueOf({ name, expected }: HostileResponse): string {
  return 'response' in expected ? (HANDED_ON[name] ?? 'pass') : `${expected.verdict} ${expected.code}`;
}

/** How long the longest one took, in milliseconds. */
export function longestExchange(exchanges: readonly ExchangeRecord[] = []): number {
  return Math.max(0, ...exchanges.map(({ durationMs }) => durationMs));
}
