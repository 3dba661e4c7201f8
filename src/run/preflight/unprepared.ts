import { randomBytes } from 'node:crypto';
import type { Configuration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { createReader } from '../../dialect/reader.js';
import type { SettledDialect } from '../../dialect/types.js';
import type { Prepared } from './preflight.js';

/** What is known of the target when the preflight was interrupted: nothing. What it had found by then may be half a truth. */
export function unprepared(
  { target, webhook, run }: Configuration,
  descriptions: readonly Description[],
): Prepared {
  const own = descriptions.filter(({ version }) => target.versions.includes(version));
  const dialect: SettledDialect = { error: null, event: null, bodies: {}, clearWebhook: null };
  return {
    descriptions: own,
    webhook: [],
    refusals: [],
    dialect,
    answers: [],
    roundTripMs: 0,
    unheard: [],
    refusedDriver: null,
    tls: { verdict: 'skipped', text: 'The run was interrupted before TLS was looked at.' },
    runContext: {
      descriptions: Object.fromEntries(own.map((description) => [description.version, description])),
      baseUrl: target.baseUrl ?? '',
      keys: { main: target.key ?? '', second: null, fresh: [], restricted: null, unregistered: '' },
      destinations: () => Promise.resolve([]),
      nonce: randomBytes(5).toString('hex'),
      timeoutMs: run.timeoutMs,
      eventTimeoutMs: webhook.eventTimeoutMs,
      quietWindowMs: 0,
      reader: createReader(dialect, own),
      catcherProven: false,
    },
  };
}
