import { randomBytes } from 'node:crypto';
import type { TargetConfiguration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { NAMELESS } from '../../dialect/discover-event.js';
import { createReader } from '../../dialect/reader.js';
import type { ConfigurableDialect, Dialect } from '../../dialect/types.js';
import { isUserOf } from '../../engine/ids.js';
import type { Ports } from '../../engine/ports.js';
import type { RunContext } from '../../engine/run-context.js';
import type { PreflightVerdict } from '../../record/types.js';
import { reachOperator } from '../operator-side.js';
import type { GapAnswer, PreflightContext, PreflightReport } from './context.js';
import { listDestinations } from './destinations.js';

import { PreflightRequests } from './requests.js';
import { describeCertificate, reachService, tlsVerdict } from './service.js';
import { settleErrors } from './settle-dialect.js';

import { prepareWebhook } from './webhook.js';

export interface Prepared {
  runContext: RunContext;
  /** Descriptions of the versions that are checked. */
  descriptions: Description[];
  /** Versions whose events come to the run. */
  webhook: readonly string[];
  /** What became of the requests that did not set the webhook address, in words. */
  refusals: readonly string[];
  /** What a configuration could say about the dialect: the configured one, completed by whatever was found and is settled. */
  dialect: ConfigurableDialect;
  /** How the target fills gaps of the interface. */
  answers: readonly GapAnswer[];
  roundTripMs: number;
  /** Users of the preflight whose event did not come. */
  unheard: readonly { version: string; user: string }[];
  /** Why the employee's side rejects the driver's credentials; null: it does not, or nobody can tell. */
  refusedDriver: string | null;
  /** Whether the service was reached over TLS. */
  tls: PreflightVerdict;
}

/** Shortest quiet window: what a machine under load may need between two events. */
const SHORTEST_WINDOW_MS = 500;
/** The window, in multiples of the slowest event seen. */
const WINDOW_FACTOR = 5;
/** The window if no event was measured. */
const BLIND_WINDOW_MS = 2_000;

const MIXED_UP =
  'a keep-alive connection returned more responses than requests (surplus-bytes), so it is unknown which response belongs to which request; asking again, each request on its own connection';

/**
 * Finds out everything that cases need to know about the target, and stops if nothing could be judged. If answers were
 * mixed up, it asks again. Throws a NoVerdict, in which nothing counts as a violation; or the reason of the signal, once
 * it has aborted.
 */
export async function preflight(
  configuration: TargetConfiguration,
  descriptions: readonly Description[],
  ports: Ports,
  report: PreflightReport,
  signal: AbortSignal,
): Promise<Prepared> {
  const requests = new PreflightRequests(ports.transport, configuration, signal);
  const find = (): Promise<Prepared> => findOut(requests, configuration, descriptions, ports, report, signal);
  try {
    const found = await find();
    if (!requests.isMixedUp) return found;
  } catch (error) {
    await requests.settle();
    if (!requests.isMixedUp || signal.aborted) throw error;
  }
  report.startOver('connections', MIXED_UP);
  return find();
}

async function findOut(
  requests: PreflightRequests,
  configuration: TargetConfiguration,
  descriptions: readonly Description[],
  ports: Ports,
  report: PreflightReport,
  signal: AbortSignal,
): Promise<Prepared> {
  const { target, webhook, run } = configuration;
  report.endWith(signal);
  signal.throwIfAborted();
  const nonce = randomBytes(5).toString('hex');
  ports.mailbox.recognize(nonce);
  const unregistered = `unregistered-${nonce}`;
  const reached = await reachService(requests, descriptions, configuration, unregistered, report);
  await describeCertificate(target.baseUrl, report, signal);
  signal.throwIfAborted();
  const own = descriptions.filter(({ version }) => reached.versions.includes(version));
  const isUsual = isUserOf(nonce);
  const oddUsers = new Set<string>();
  const lists = listDestinations(requests, own, ports, nonce);
  const context: PreflightContext = {
    requests,
    mailbox: ports.mailbox,
    clock: ports.clock,
    operator: ports.operator,
    destinations: lists.destinations,
    writers: new Map(),
    messages: new Map(),
    acts: [],
    descriptions: own,
    configuration,
    report,
    answers: [],
    nonce,
    signal,
  };
  const error = await settleErrors(context, unregistered);
  signal.throwIfAborted();
  const refusedDriver = await reachOperator(context);
  const ready = await prepareWebhook(context);
  signal.throwIfAborted();
  const dialect: Dialect = {
    error,
    event: ready.event,
    bodies: ready.bodies,
    // Never sought: a wrong guess looks like a right one until a reply comes or does not, and a right one
    // may leave a contact point without its address. Fresh keys or a driver do without it.
    clearWebhook: configuration.dialect.clearWebhook ?? null,
  };
  const auto =
    ready.latencyMs === null
      ? BLIND_WINDOW_MS
      : Math.max(SHORTEST_WINDOW_MS, Math.ceil(ready.latencyMs * WINDOW_FACTOR));
  return {
    descriptions: own,
    webhook: ready.versions,
    refusals: ready.refusals,
    dialect: configurable(dialect),
    answers: context.answers,
    roundTripMs: reached.roundTripMs,
    unheard: ready.unheard,
    refusedDriver,
    tls: tlsVerdict(configuration),
    runContext: {
      descriptions: Object.fromEntries(own.map((description) => [description.version, description])),
      unchecked: descriptions.filter((description) => !own.includes(description)),
      baseUrl: target.baseUrl,
      keys: {
        main: target.key,
        second: target.secondKey,
        fresh: target.freshKeys,
        restricted: target.restricted?.key ?? null,
        unregistered,
      },
      lacked: target.restricted?.operations ?? {},
      ...lists,
      nonce,
      timeoutMs: run.timeoutMs,
      eventTimeoutMs: webhook.eventTimeoutMs,
      quietWindowMs:
        webhook.quietWindowMs === 'auto' ? Math.min(auto, webhook.eventTimeoutMs) : webhook.quietWindowMs,
      eventLatency:
        ready.latencyMs === null ? null : { ms: ready.latencyMs, roundTripMs: reached.roundTripMs },
      reader: createReader(dialect, own, (user) => isUsual(user) || oddUsers.has(user)),
      oddUsers,
      catcherProven: ready.proven,
      addressed: ready.addressed,
      writers: context.writers,
      messages: context.messages,
      acts: context.acts,
    },
  };
}

/**
 * Which of several places holds the name of an event is known only after a run; a wrong one, once written down, would be
 * obeyed, and so would half of an error.
 */
function configurable({ error, event, ...others }: Dialect): ConfigurableDialect {
  const { code = null, message = null, others: further } = error ?? {};
  return {
    ...others,
    error: code === null || message === null ? null : { code, message, ...(further && { others: further }) },
    event: event?.others || event?.name === NAMELESS ? null : event,
  };
}

/** What is known of the target when the preflight did not come to its end: nothing. What it had found by then may be half the truth. */
export function unprepared(
  { target, webhook, run }: TargetConfiguration,
  descriptions: readonly Description[],
): Prepared {
  const own = descriptions.filter(({ version }) => target.versions.includes(version));
  const dialect: ConfigurableDialect = { error: null, event: null, bodies: {}, clearWebhook: null };
  return {
    descriptions: own,
    webhook: [],
    refusals: [],
    dialect,
    answers: [],
    roundTripMs: 0,
    unheard: [],
    refusedDriver: null,
    tls: { verdict: 'skipped', text: 'The run ended before TLS was looked at.' },
    runContext: {
      descriptions: Object.fromEntries(own.map((description) => [description.version, description])),
      baseUrl: target.baseUrl,
      keys: { main: target.key, second: null, fresh: [], restricted: null, unregistered: '' },
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
