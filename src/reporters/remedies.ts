import type { Unproven } from './story.js';

/** What to do so that the next run can prove it; null where the reason itself says all there is. */
export function remedy(unproven: Pick<Unproven, 'standing' | 'code'>): string | null {
  return REMEDIES[unproven.code] ?? (unproven.standing === 'error' ? 'This is a fault of the checker, its driver or its machine, not of the target. Repair it and run again.' : null);
}

const OPERATOR = 'Configure the employee’s side: operator.http or operator.exec in conform.config.yaml, or --operator manual.';
const NETWORK = 'Run again when the target answers steadily; conform doctor shows where the connection breaks.';

/** By stable reason code. */
const REMEDIES: Record<string, string> = {
  'no-operator': OPERATOR,
  operator: OPERATOR,
  action: OPERATOR,
  unsupported: 'Add the missing action to the operator driver.',
  shows: 'Let the inbox of the operator driver show the missing names.',
  driver: 'The operator driver failed. Run conform doctor, repair the driver and run again.',
  webhook: 'Give the catcher an address that the target can reach: --webhook-url, with --allow-webhook-change off loopback.',
  'catcher-unproven': 'No event ever reached the catcher. Check that the target can reach its address (--webhook-url) and run again.',
  'second-key': 'Configure target.secondKey, the key of another contact point.',
  'unset-address': 'Configure target.freshKeys, keys of contact points that never had a webhook address.',
  restricted: 'Configure target.restricted, the key of an account that lacks the operation.',
  https: 'Check an https:// address; plain HTTP on loopback cannot show it.',
  'two-destinations': 'Create a second destination in the contact point.',
  online: 'Let employees of a destination log in, or give the driver set_presence.',
  body: 'Say in the dialect section of conform.config.yaml how the body of the operation looks.',
  version: 'Check both versions in one run.',
  interrupted: 'Run again and let it end.',
  interference: 'Another run changed the webhook address. Run again alone.',
  infrastructure: 'Something in front of the service answered. Lower --rate or --concurrency and run again.',
  'evidence-dropped': 'More webhooks came than the catcher keeps. Run again when the target is calm.',
  refused: NETWORK,
  reset: NETWORK,
  closed: NETWORK,
  'no-response': 'The target did not answer in time. Raise --timeout or look at the service.',
  'header-timeout': NETWORK,
  'body-timeout': NETWORK,
};
