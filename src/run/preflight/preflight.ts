import { randomBytes } from 'node:crypto';
import type { Configuration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { createReader } from '../../dialect/reader.js';
import type { Ports } from '../../engine/ports.js';
import type { World } from '../../engine/world.js';
import { listDestinations } from './destinations.js';
import type { PreflightReport } from './report.js';
import { PreflightRequests } from './requests.js';
import { reachService } from './service.js';
import { prepareWebhook } from './webhook.js';

export interface Prepared {
  world: World;
  /** Descriptions of the versions that are checked. */
  descriptions: Description[];
  webhook: boolean;
  roundTripMs: number;
}

/** Shortest quiet window: what a machine under load may need between two events. */
const SHORTEST_WINDOW_MS = 500;
/** Window, in multiples of the slowest event seen. */
const WINDOW_FACTOR = 5;
/** Window where no event was measured. */
const BLIND_WINDOW_MS = 2_000;

/**
 * Finds out all that cases need to know of the target, and stops where nothing could be judged.
 * Throws a Stop; whatever it says is no violation.
 */
export async function preflight(
  configuration: Configuration,
  descriptions: readonly Description[],
  ports: Ports,
  report: PreflightReport,
  signal: AbortSignal,
): Promise<Prepared> {
  const { target, webhook, run } = configuration;
  const nonce = randomBytes(5).toString('hex');
  const unregistered = `unregistered-${nonce}`;
  const requests = new PreflightRequests(ports.transport, configuration, signal);
  const reached = await reachService(requests, descriptions, configuration, unregistered, report);
  const own = descriptions.filter(({ version }) => reached.versions.includes(version));
  const { dialect } = configuration;
  const reader = createReader(
    {
      error: dialect.error ?? null,
      event: dialect.event ?? null,
      bodies: dialect.bodies,
      clearWebhook: dialect.clearWebhook ?? null,
    },
    own,
  );
  const ready = await prepareWebhook({
    requests,
    mailbox: ports.mailbox,
    clock: ports.clock,
    reader,
    descriptions: own,
    configuration,
    report,
    nonce,
    signal,
  });
  const auto =
    ready.latencyMs === null
      ? BLIND_WINDOW_MS
      : Math.max(SHORTEST_WINDOW_MS, Math.ceil(ready.latencyMs * WINDOW_FACTOR));
  return {
    descriptions: own,
    webhook: ready.set,
    roundTripMs: reached.roundTripMs,
    world: {
      descriptions: Object.fromEntries(own.map((one) => [one.version, one])),
      baseUrl: target.baseUrl ?? '',
      keys: {
        main: target.key ?? '',
        second: target.secondKey,
        fresh: target.freshKeys,
        restricted: target.restricted?.key ?? null,
        unregistered,
      },
      destinations: listDestinations(requests, own),
      nonce,
      timeoutMs: run.timeoutMs,
      eventTimeoutMs: webhook.eventTimeoutMs,
      quietWindowMs:
        webhook.quietWindowMs === 'auto' ? Math.min(auto, webhook.eventTimeoutMs) : webhook.quietWindowMs,
      reader,
      catcherProven: ready.proven,
    },
  };
}
