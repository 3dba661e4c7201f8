import { operationOf } from '../../cases/description-lookups.js';
import type { TargetConfiguration } from '../../configuration/types.js';
import { fill } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import type { DeliveryProbe } from '../../dialect/address-bodies.js';
import { type AddressQuest, discoverAddress, readsAddress } from '../../dialect/discover-address.js';
import type { Found } from '../../dialect/types.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import { mayBeRefused } from '../../engine/judge/refusal.js';
import type { Delivery, Outcome } from '../../engine/ports.js';
import { EXIT, NoVerdict } from '../../exit-codes.js';
import { concurrencyFor } from '../../http/pace.js';
import { isLoopback } from '../../network-address.js';
import { conjunction } from '../../phrases.js';
import { plain } from '../../terminal-text.js';
import {
  type EventFindings,
  firstMessageTimeoutMs,
  letEmployeesAct,
  selectFor,
  writeFirst,
} from './caused-events.js';
import { CONFIGURED, type PreflightContext } from './context.js';
import { settleEvents } from './settle-dialect.js';

export interface WebhookReady extends Omit<EventFindings, 'heard'> {
  /** Versions whose events come to the run's address: it is set under them, or one address holds for all versions. */
  versions: readonly string[];
  /** A request of our own came through the public address. */
  proven: boolean;
  /** Bodies of operations whose request is not shown, by operation. */
  bodies: Record<string, unknown>;
  /** Versions under which the address was accepted. */
  addressed: readonly string[];
  /** What became of the requests that did not set the address, in words. */
  refusals: readonly string[];
}

/** Proves that the catcher can be reached, sets its address, and finds out how events look and how long they take. */
export async function prepareWebhook(context: PreflightContext): Promise<WebhookReady> {
  const { configuration, report } = context;
  const { bodies, event = null } = configuration.dialect;
  const nothingAsked = { event, latencyMs: null, unheard: [], versions: [], addressed: [], refusals: [] };
  const proven = await proveCatcher(context);
  if (!mayChangeAddress(configuration)) {
    report.note(
      'consent',
      'The webhook address is left as it is: setting it overwrites one that cannot be read back.',
      '--allow-webhook-change permits it; without it the cases with events are skipped.',
    );
    return { proven, bodies, ...nothingAsked };
  }
  report.ok('consent', 'the webhook address may be overwritten');
  stopAtOwnLoopback(configuration, context.mailbox.address(MAIN_ADDRESS));
  const settled = await settleBodies(context);
  context.signal.throwIfAborted();
  const { set, refusals } = await setAddress(context, settled);
  if (set.length === 0) return { proven, bodies: settled, ...nothingAsked, refusals };
  const { heard, ...events } = await settleEvents(context);
  return {
    proven,
    bodies: settled,
    ...events,
    refusals,
    addressed: set,
    versions: [...new Set([...set, ...heard])],
  };
}

async function proveCatcher({ requests, mailbox, report }: PreflightContext): Promise<boolean> {
  const url = mailbox.address('probe');
  const outcome = await requests.get(url);
  const proven = outcome.kind === 'response' && mailbox.deliveries.some(({ address }) => address === 'probe');
  if (proven) report.ok('catcher', `${new URL(url).origin} can be reached from here`);
  else
    report.problem(
      'catcher',
      `The catcher cannot be reached at ${new URL(url).origin}: ${outcome.kind === 'response' ? `another server answers with status ${outcome.status}` : outcome.failure.text}`,
      '--webhook-url must be an address that leads to the one given by --listen.',
    );
  return proven;
}

/** Whether the webhook address may be overwritten: off loopback only with consent, because it cannot be read back. */
export function mayChangeAddress({ target, webhook }: TargetConfiguration): boolean {
  return staysHere(target.baseUrl) || webhook.allowChange;
}

/**
 * Stops before a remote target gets an address that leads back to itself: no event would ever come, and the former
 * address would be lost. An address that the user has given may lead here all the same, through a tunnel.
 */
export function stopAtOwnLoopback({ target, webhook }: TargetConfiguration, address: string): void {
  if (webhook.publicUrl !== null || staysHere(target.baseUrl) || !staysHere(address)) return;
  throw new NoVerdict(
    EXIT.noVerdict,
    'catcher-loopback',
    `The catcher listens at ${new URL(address).origin}, where a service on another machine cannot reach it.`,
    'Make it listen on an address of this machine (--listen 0.0.0.0:PORT), and give the address that leads to it (--webhook-url URL).',
  );
}

/** Whether an address leads to this machine only. */
function staysHere(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

const MOST_AT_ONCE = 8;

/**
 * Settles the bodies of operations whose request is not shown: as configured, and for the operation that sets the webhook
 * address as found, unless it is configured.
 */
async function settleBodies(context: PreflightContext): Promise<Record<string, unknown>> {
  const { configuration, descriptions, report, requests, nonce, answers } = context;
  const { bodies } = configuration.dialect;
  const quests = descriptions.map(
    (description): AddressQuest => ({
      description,
      sender: requests,
      key: configuration.target.key,
      nonce,
      atOnce: Math.min(concurrencyFor(configuration.run.concurrency), MOST_AT_ONCE),
      ...(requests.hasSeenJson && { probe: deliveryProbe(context, description) }),
    }),
  );
  const [first] = quests;
  if (!first) return bodies;
  const operation = operationOf(first.description, 'address');
  let settled = bodies;
  let known = CONFIGURED;
  // A configured body is only looked at: no good address is spent on it.
  const { probe: _, ...looking } = first;
  if (Object.hasOwn(bodies, operation)) await compare(context, looking, operation, bodies[operation]);
  else {
    const { value, evidence } = await firstFound(quests);
    if (value === null) {
      report.problem(
        'webhook',
        `The body of ${operation} could not be discovered: ${evidence}.`,
        `Set "dialect.${operation}.body" in the configuration, with {webhook_url} in place of the address.`,
      );
      return bodies;
    }
    report.ok('webhook', `${operation} takes ${JSON.stringify(value)}; ${evidence}`);
    settled = { ...bodies, [operation]: value };
    known = evidence;
  }
  for (const { version } of descriptions) {
    const value = JSON.stringify(settled[operation]);
    answers.push({ gap: `shape-${operation}`, version, value, evidence: known });
  }
  return settled;
}

/** The body as one version shows it: another may refuse what it must not, and would hide that. */
async function firstFound(quests: readonly AddressQuest[]): Promise<Found<unknown>> {
  let found: Found<unknown> = { value: null, evidence: '' };
  for (const quest of quests) {
    const next = await discoverAddress(quest);
    if (next.value !== null) return next;
    if (found.evidence === '') found = next;
  }
  return found;
}

/** Good addresses of the catcher, and a first message that makes the service call the one that it has. */
function deliveryProbe(context: PreflightContext, description: Description): DeliveryProbe {
  const { mailbox, configuration, signal } = context;
  let asked = 0;
  return {
    address: (mark) => mailbox.address(mark),
    reached: async (marks) => {
      asked += 1;
      if (asked === 1) sayThatItTakesTime(context, description);
      const { eventTimeoutMs } = configuration.webhook;
      const calls = (timeoutMs: number): Promise<Delivery | null> =>
        mailbox.waitFor(({ address }) => marks.has(address), timeoutMs, signal);
      const { user } = await writeFirst(context, description, `place-${asked}`);
      const soon = firstMessageTimeoutMs(eventTimeoutMs);
      const came = await calls(soon);
      if (came) return came.address;
      const destination = await selectFor(context, description, user);
      await letEmployeesAct(context, description, { user, destination });
      return (await calls(eventTimeoutMs - soon))?.address ?? null;
    },
  };
}

/** Each place is tried for as long as an event may take. */
function sayThatItTakesTime({ report }: PreflightContext, description: Description): void {
  const operation = operationOf(description, 'address');
  report.note(
    'webhook',
    `Refusals do not show where ${operation} takes the address. Trying likely places in turn; this may take a minute or two.`,
    `Set "dialect.${operation}.body" in the configuration to skip this.`,
  );
}

/** The configuration wins, but the report says so if the target reads the address elsewhere. */
async function compare(
  { report }: PreflightContext,
  quest: AddressQuest,
  operation: string,
  configured: unknown,
): Promise<void> {
  if (await readsAddress(quest, configured)) return;
  const { value } = await discoverAddress(quest, { thorough: false });
  if (value === null) return;
  report.problem(
    'webhook',
    `"dialect.${operation}.body" says ${JSON.stringify(configured)}, but the target reads the address as in ${JSON.stringify(value)}.`,
    'The configuration is used all the same.',
  );
}

/** Sets the catcher's address under each version; returns those under which it is set, and what became of the others in words. */
async function setAddress(
  { requests, mailbox, descriptions, configuration, report, answers }: PreflightContext,
  bodies: Record<string, unknown>,
): Promise<{ set: string[]; refusals: string[] }> {
  const set: string[] = [];
  const refused = new Map<string, string[]>();
  const asked = descriptions.map(async (description): Promise<void> => {
    const operation = operationOf(description, 'address');
    if (!Object.hasOwn(bodies, operation)) return;
    const address = mailbox.address(MAIN_ADDRESS);
    const body = fill(bodies[operation], { webhook_url: address });
    const outcome = await requests.post(description, operation, configuration.target.key, body);
    const good = outcome.kind === 'response' && outcome.status === description.http.successStatus;
    const { protocol, hostname } = new URL(address);
    answers.push({
      gap: 'webhook-addresses',
      version: description.version,
      value: `${good ? 'accepted' : 'refused'}: ${protocol}//${hostname}`,
      evidence: `${operation} with the catcher's address`,
    });
    if (good) {
      set.push(description.version);
      report.ok('webhook', `${operation} of ${description.version} accepted the catcher's address`);
    } else {
      const why = refusalWords(outcome);
      refused.set(why, [...(refused.get(why) ?? []), description.version]);
    }
  });
  await Promise.all(asked);
  const refusals = [...refused].map(([why, versions]) => {
    const operation = operationOf(descriptions[0] as Description, 'address');
    const refusal = `${operation} of ${conjunction(versions)} refused the catcher's address: ${why}`;
    report.problem(
      'webhook',
      refusal,
      mayBeRefused(mailbox.address(MAIN_ADDRESS))
        ? 'A service may refuse plain HTTP or private addresses: --webhook-url takes a public https:// address that leads to the one given by --listen.'
        : `Check "dialect.${operation}.body", and that the service accepts such an address.`,
    );
    return refusal;
  });
  return { set, refusals };
}

/** Why a service refused an address, as it says itself. */
function refusalWords(outcome: Outcome): string {
  if (outcome.kind === 'no-response') return outcome.failure.text;
  const said = plain(Buffer.from(outcome.body).toString('utf8'), EXCERPT_CHARACTERS);
  return `status ${outcome.status}${said && `: ${said}`}`;
}

const EXCERPT_CHARACTERS = 200;
