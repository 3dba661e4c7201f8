import { type Capabilities, unknownBody } from '../cases/select.js';
import { operationOf } from '../cases/vocabulary.js';
import type { Configuration } from '../configuration/types.js';
import type { Driver } from '../operator/driver.js';
import type { Prepared } from './preflight/preflight.js';
import { mayChangeAddress } from './preflight/webhook.js';

/** What the deployment and its configuration offer to the cases. */
export async function capabilitiesOf(
  { runContext, descriptions, webhook, refusals, refusedDriver }: Prepared,
  configuration: Configuration,
  operator: Driver,
): Promise<Capabilities> {
  const listed = await Promise.all(
    descriptions.map(async ({ version }) => {
      const own = await runContext.destinations(version, runContext.keys.main);
      return [version, { count: own.length, online: own.some(({ online }) => online) }] as const;
    }),
  );
  const { reader } = runContext;
  const [first] = descriptions;
  const address = first ? operationOf(first, 'address') : '';
  const { target } = configuration;
  const can = (action: string): boolean => refusedDriver === null && operator.supports(action);
  return {
    versions: descriptions.map(({ version }) => version),
    https: runContext.baseUrl.startsWith('https:'),
    webhook: (version) => webhook.includes(version),
    noWebhook: reader.knows(address)
      ? `${refusals.join('; ') || "The target did not take the catcher's address"}. --webhook-url names one that it takes.`
      : unknownBody(address),
    consent: mayChangeAddress(configuration),
    secondKey: target.secondKey !== null,
    unsetAddress: target.freshKeys.length > 0 || reader.clearing() !== null || can('clear_webhook'),
    restricted: target.restricted?.operations ?? {},
    destinations: Object.fromEntries(listed),
    supports: (action) => operator.supports(action),
    whyNot: (action) =>
      refusedDriver !== null && operator.supports(action)
        ? { code: 'driver-refused', text: refusedDriver, inconclusive: true }
        : (operator.whyNot?.(action) ?? null),
    shows: operator.shows,
    bodies: (operation) => reader.knows(operation),
    setPresence: can('set_presence'),
  };
}
