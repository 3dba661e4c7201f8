import { fieldOf, operationOf, requestFields, routingEvent } from '../../cases/vocabulary.js';
import type { Configuration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { EventBook } from '../../engine/event-book.js';
import { fill } from '../../engine/fill.js';
import type { Clock, Mailbox } from '../../engine/ports.js';
import { MAIN_ADDRESS } from '../../engine/steps/address.js';
import type { Reader } from '../../engine/world.js';
import { isLoopback } from './loopback.js';
import type { PreflightReport } from './report.js';
import type { PreflightRequests } from './requests.js';

export interface WebhookReady {
  /** The run's address is set under every version. */
  set: boolean;
  /** A request of our own came through the public address. */
  proven: boolean;
  /** Slowest event of the preflight, milliseconds; null: none came. */
  latencyMs: number | null;
}

interface Needed {
  requests: PreflightRequests;
  mailbox: Mailbox;
  clock: Clock;
  reader: Reader;
  descriptions: readonly Description[];
  configuration: Configuration;
  report: PreflightReport;
  nonce: string;
  signal: AbortSignal;
}

/** Proves that the catcher can be reached, sets its address, and measures how long an event takes. */
export async function prepareWebhook(needed: Needed): Promise<WebhookReady> {
  const { configuration, report } = needed;
  const proven = await proveCatcher(needed);
  if (!isLoopback(configuration.target.baseUrl ?? '') && !configuration.webhook.allowChange) {
    report.problem(
      'consent',
      'The webhook address is left as it is: setting it overwrites one that cannot be read back.',
      '--allow-webhook-change permits it; without it the cases with events are skipped.',
    );
    return { set: false, proven, latencyMs: null };
  }
  const set = await setAddress(needed);
  return { set, proven, latencyMs: set ? await measure(needed) : null };
}

async function proveCatcher({ requests, mailbox, report }: Needed): Promise<boolean> {
  const url = mailbox.address('probe');
  const outcome = await requests.get(url);
  const proven = outcome.kind === 'answer' && mailbox.deliveries.some(({ address }) => address === 'probe');
  if (proven) report.ok('catcher', `${new URL(url).origin} can be reached from here`);
  else
    report.problem(
      'catcher',
      `The catcher cannot be reached at ${new URL(url).origin}: ${outcome.kind === 'answer' ? `somebody else answers with status ${outcome.status}` : outcome.failure.text}`,
      '--webhook-url must be an address that leads to the one given by --listen.',
    );
  return proven;
}

async function setAddress({
  requests,
  mailbox,
  reader,
  descriptions,
  configuration,
  report,
}: Needed): Promise<boolean> {
  let all = true;
  for (const description of descriptions) {
    const operation = operationOf(description, 'address');
    const body = reader.body(operation, { webhook_url: mailbox.address(MAIN_ADDRESS) });
    if (body === undefined) {
      report.problem(
        'webhook',
        `The body of ${operation} is not known.`,
        `"dialect.${operation}.body" in the configuration would settle it.`,
      );
      return false;
    }
    const outcome = await requests.post(description, operation, configuration.target.key, body);
    const good = outcome.kind === 'answer' && outcome.status === description.http.successStatus;
    if (good) report.ok('webhook', `${operation} of ${description.version} took the catcher's address`);
    else
      report.problem(
        'webhook',
        `${operation} of ${description.version} refused the catcher's address: ${outcome.kind === 'answer' ? `status ${outcome.status}` : outcome.failure.text}`,
        `Check "dialect.${operation}.body", and that the service accepts such an address.`,
      );
    all &&= good;
  }
  return all;
}

/** One message of a new user under each version must be answered by an event: the positive control of all absences. */
async function measure({
  requests,
  mailbox,
  clock,
  reader,
  descriptions,
  configuration,
  report,
  nonce,
  signal,
}: Needed): Promise<number | null> {
  const latencies = await Promise.all(
    descriptions.map(async (description) => {
      const operation = operationOf(description, 'message');
      const event = routingEvent(description);
      const user = `u-${nonce}-preflight-${description.version.replaceAll('.', '-')}`;
      const fields = requestFields(description, operation);
      const userField = fieldOf(fields, 'user');
      const body = Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          name === userField ? user : fill(field.example, { user, nonce, n: '1' }),
        ]),
      );
      const started = clock.now();
      await requests.post(description, operation, configuration.target.key, body);
      const book = new EventBook(mailbox, reader, description);
      const [came] = await book.wait(
        user,
        ({ name }) => name === event,
        1,
        configuration.webhook.eventTimeoutMs,
        () => clock.now(),
        signal,
      );
      if (came)
        report.ok(
          'event',
          `${event} of ${description.version} came after ${Math.round(came.delivery.at - started)} ms`,
        );
      else
        report.problem(
          'event',
          `No ${event} of ${description.version} came within ${configuration.webhook.eventTimeoutMs} ms of a new user's message.`,
          'Can the service reach the catcher? See --webhook-url and --listen. Are the places of name and user right? See "dialect.event".',
        );
      return came ? came.delivery.at - started : null;
    }),
  );
  const seen = latencies.filter((one) => one !== null);
  return seen.length > 0 ? Math.max(...seen) : null;
}
