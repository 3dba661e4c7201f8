import { operationOf } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import { type AddressQuest, discoverAddress, readsAddress } from '../../dialect/discover-address.js';
import type { DeliveryProbe } from '../../dialect/discover-by-delivery.js';
import { fill } from '../../engine/fill.js';
import { mayBeRefused } from '../../engine/judge/open-address.js';
import { MAIN_ADDRESS } from '../../engine/steps/address.js';
import { writeFirst } from './first-message.js';
import { CONFIGURED, type Needed } from './needed.js';

const MOST_AT_ONCE = 8;

/**
 * Settles the bodies of operations whose request is not shown: as configured, and that of the operation which sets the
 * webhook address as found where the configuration does not say.
 */
export async function settleBodies(needed: Needed): Promise<Record<string, unknown>> {
  const { configuration, descriptions, report, requests, nonce, answers } = needed;
  const { bodies } = configuration.dialect;
  const [description] = descriptions;
  if (!description) return bodies;
  const operation = operationOf(description, 'address');
  const quest: AddressQuest = {
    description,
    asker: requests,
    key: configuration.target.key ?? '',
    nonce,
    atOnce: Math.min(configuration.run.concurrency, MOST_AT_ONCE),
    probe: deliveryProbe(needed, description),
  };
  let settled = bodies;
  let known = CONFIGURED;
  // What is configured is only looked at: no good address is spent on it.
  const { probe: _, ...looking } = quest;
  if (Object.hasOwn(bodies, operation)) await compare(needed, looking, operation, bodies[operation]);
  else {
    const { value, evidence } = await discoverAddress(quest);
    if (value === null) {
      report.problem(
        'webhook',
        `The body of ${operation} is not found: ${evidence}.`,
        `"dialect.${operation}.body" in the configuration would settle it, with {webhook_url} where the address stands.`,
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

/** Good addresses of the catcher, and a first message that makes the service call the one that it has. */
function deliveryProbe(needed: Needed, description: Description): DeliveryProbe {
  const { mailbox, configuration, signal } = needed;
  let asked = 0;
  return {
    address: (mark) => mailbox.address(mark),
    reached: async (marks) => {
      asked += 1;
      await writeFirst(needed, description, `place-${asked}`);
      const came = await mailbox.waitFor(
        ({ address }) => marks.has(address),
        configuration.webhook.eventTimeoutMs,
        signal,
      );
      return came?.address ?? null;
    },
  };
}

/** The configuration wins, but where the target reads the address elsewhere that is said. */
async function compare(
  { report }: Needed,
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

/** Sets the catcher's address under each version. False where that is not possible. */
export async function setAddress(
  { requests, mailbox, descriptions, configuration, report, answers }: Needed,
  bodies: Record<string, unknown>,
): Promise<boolean> {
  const set = descriptions.map(async (description): Promise<boolean> => {
    const operation = operationOf(description, 'address');
    if (!Object.hasOwn(bodies, operation)) return false;
    const address = mailbox.address(MAIN_ADDRESS);
    const body = fill(bodies[operation], { webhook_url: address });
    const outcome = await requests.post(description, operation, configuration.target.key, body);
    const good = outcome.kind === 'answer' && outcome.status === description.http.successStatus;
    const { protocol, hostname } = new URL(address);
    answers.push({
      gap: 'webhook-addresses',
      version: description.version,
      value: `${good ? 'taken' : 'refused'}: ${protocol}//${hostname}`,
      evidence: `${operation} with the catcher's address`,
    });
    if (good) report.ok('webhook', `${operation} of ${description.version} took the catcher's address`);
    else
      report.problem(
        'webhook',
        `${operation} of ${description.version} refused the catcher's address: ${outcome.kind === 'answer' ? `status ${outcome.status}` : outcome.failure.text}`,
        mayBeRefused(address)
          ? 'A service may refuse plain HTTP or private addresses: --webhook-url takes a public https:// address that leads to the one given by --listen.'
          : `Check "dialect.${operation}.body", and that the service accepts such an address.`,
      );
    return good;
  });
  return (await Promise.all(set)).every(Boolean);
}
