import { keyVariable } from './credentials.js';
import { OPTIONS, place } from './options.js';
import type { Given, Sources } from './sources.js';
import type { OperatorSettings } from './types.js';

/**
 * Notes that the address of the deployment is missing. Without one the bundled service is checked; but whoever gives a key
 * or certificates, or says what may be done to a deployment or who drives its employees, does not mean that.
 */
export function noteMissingTarget(sources: Sources, driver: OperatorSettings['kind']): void {
  if (sources.find(place('baseUrl')) !== null) return;
  const given = [
    sources.find({ flag: 'keyFile' }),
    keyVariable(sources),
    ...IN_THE_FILE.map((name) => sources.inFile(['target', name])),
    sources.above(OPTIONS.caFile),
    ...OF_DEPLOYMENTS.map((option) => sources.find(option)).filter(
      (given) => given !== null && !isOff(given),
    ),
    driver === 'http' ? sources.inFile(['operator', 'http']) : null,
  ];
  const first = given.find((given) => given !== null);
  if (first)
    sources.note(
      first.where,
      'the address of the deployment is missing; expected --base-url, CONFORM_BASE_URL or target.baseUrl in the file as well',
    );
}

/** Settings of a deployment that stand in the file. */
const IN_THE_FILE = ['key', 'secondKey', 'freshKeys', 'restricted', 'caFile'];

/** What would make no difference to the bundled service. */
const OF_DEPLOYMENTS = [
  OPTIONS.insecure,
  OPTIONS.allowHttp,
  OPTIONS.allowWebhookChange,
  OPTIONS.restoreWebhook,
];

function isOff({ value }: Given): boolean {
  return ['false', '0', 'no'].includes(String(value).toLowerCase());
}
