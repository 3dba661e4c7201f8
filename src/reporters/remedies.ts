import { groupBy } from './group-by.js';
import type { Unproven } from './story.js';

/** What to do so that the next run can prove it; null where the reason itself says all there is. */
export function remedy(unproven: Pick<Unproven, 'standing' | 'code'>): string | null {
  if (unproven.code.startsWith('setup-')) return SETUP;
  return (
    REMEDIES[unproven.code] ??
    (unproven.standing === 'error'
      ? 'This is a fault of the checker, its driver or its machine, not of the target. Repair it and run again.'
      : null)
  );
}

/** Reasons that the same deed settles, in the order of their first; each without a remedy stands alone. */
export function byRemedy(all: readonly Unproven[]): { how: string | null; reasons: Unproven[] }[] {
  const groups = groupBy(all, (one) => remedy(one) ?? one);
  return [...groups].map(([how, reasons]) => ({ how: typeof how === 'string' ? how : null, reasons }));
}

const OPERATOR =
  'Configure the employee’s side: operator.http or operator.exec in conform.config.yaml, or --operator manual.';
const NETWORK =
  'Run again when the target answers steadily, or with fewer connections (--concurrency 1); conform doctor shows where the connection breaks.';
const SETUP = 'What these cases build on did not work. Settle the violations first, then run again.';
const DRIVER = 'Run conform doctor, repair the operator driver and run again.';

/** By stable reason code. */
const REMEDIES: Record<string, string> = {
  'no-operator': OPERATOR,
  'no-terminal':
    'Run it at a terminal and without --no-input, or configure operator.http or operator.exec in conform.config.yaml.',
  'no-inbox':
    'Configure operator.http or operator.exec in conform.config.yaml: they can tell what an inbox shows.',
  operator: DRIVER,
  'operator-lacks': 'Add the action to the operator driver.',
  unsupported: 'Add the action to the operator driver.',
  'not-shown': 'Let the inbox of the operator driver show these names.',
  driver: DRIVER,
  'driver-refused': 'Correct the credentials of the driver (“operator.http.headers”).',
  'no-webhook':
    'Give the catcher an address that the target takes and can reach (--webhook-url), and name the body in “dialect.setWebhook”.',
  'catcher-unproven':
    'No event ever reached the catcher. Check that the target can reach its address (--webhook-url) and run again.',
  'no-control': 'An event that must come has to come first. Settle the missing events, then run again.',
  tainted:
    'Say in “dialect.event” where the user stands in an event, or run when no other traffic uses the contact point.',
  'no-consent': 'Permit it with --allow-webhook-change.',
  'no-second-key': 'Configure “target.secondKey”, the key of another contact point.',
  'no-unset-address':
    'Configure “target.freshKeys”, keys of contact points that never had a webhook address, or “dialect.clearWebhook”.',
  'no-fresh-key': 'Configure more “target.freshKeys”: each such case uses one up.',
  'no-restricted-key': 'Configure “target.restricted”: the key of an account that lacks the operation.',
  'restricted-allows':
    'Add the operation to “target.restricted.operations”, if the account lacks it; the code cannot be provoked otherwise.',
  'no-foreign-destination': 'Configure as “target.secondKey” a contact point with destinations of its own.',
  'plain-target': 'Check an https:// address.',
  'one-destination': 'Create a second destination in the contact point.',
  'nobody-online': 'Let employees of a destination log in, or give the driver “set_presence”.',
  'no-body': 'Describe the body in the “dialect” section of conform.config.yaml.',
  'other-version': 'Check both versions in one run: --api-version all.',
  'dialect-event': 'Say in “dialect.event” where an event carries its name and the user.',
  interrupted: 'Run again and let it end.',
  'held-up': 'Run again on a machine that is less busy.',
  interference:
    'Somebody else, such as another run, may have changed the webhook address or who is logged in. Run again alone; what happens again then is the deployment’s own doing.',
  infrastructure: 'Something in front of the service answered. Lower --rate or --concurrency and run again.',
  'evidence-dropped': 'More webhooks came than the catcher keeps. Run again when the target is calm.',
  refused: NETWORK,
  reset: NETWORK,
  closed: NETWORK,
  'no-response': 'The target did not answer in time. Raise --timeout or look at the service.',
  'stopped-answering': 'See in the log of the service why it stopped answering, then run again.',
  'no-answer': NETWORK,
  'address-refused': 'Give the catcher an https:// address that the target can reach: --webhook-url.',
  'no-list': 'Settle the violations of the list of destinations first, then run again.',
  'not-run': 'Run again when the cases that were waited for are settled.',
  'nothing-due':
    'Select more cases, or add the employee’s action to the operator driver: something must cause the event once.',
  'not-exercised': 'Select more cases: this one judges the answers of others.',
  'header-timeout': NETWORK,
  'body-timeout': NETWORK,
};
