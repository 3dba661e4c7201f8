import { cannotDo, disjunction } from '../phrases.js';
import type { PlainReasonCode } from '../reasons.js';
import type { Case, Need } from './types.js';

/** What a deployment and its configuration offer. */
export interface Capabilities {
  versions: readonly string[];
  https: boolean;
  /** Whether the version's events come to the run. */
  webhook: (version: string) => boolean;
  /** Why no webhook address is set although it may be: what would settle it. */
  noWebhook?: string;
  /** The webhook address may be overwritten. */
  consent: boolean;
  secondKey: boolean;
  /** Contact points that never had a webhook address, or a way to take the address away. */
  unsetAddress: boolean;
  /** Contact points that never had a webhook address. */
  freshKey: boolean;
  /** Operations that the restricted account lacks, by version. */
  restricted: Record<string, readonly string[]>;
  /** Listed destinations by version; if there are none, a case that needs some says so itself. */
  destinations: Record<string, { count: number; online: boolean }>;
  supports: (action: string) => boolean;
  /** Why an action cannot be done, if the driver itself knows. */
  whyNot?: (action: string) => Lack | null;
  /** Names that an inbox item shows. */
  shows: readonly string[];
  /** Operations whose body is known although it is not documented. */
  bodies: (operation: string) => boolean;
  /** Employees can be logged in. */
  setPresence: boolean;
}

/** A case that cannot be exercised: skipped, or inconclusive if what it rests on was sought in vain. */
export interface LeftOut {
  case: Case;
  verdict: 'skipped' | 'inconclusive';
  reason: { code: PlainReasonCode; text: string };
}

export interface Selection {
  selected: Case[];
  skipped: LeftOut[];
}

interface Lack {
  code: PlainReasonCode;
  text: string;
  inconclusive?: true;
}

/** Neither is there a contact point without a webhook address, nor a way to take one away. */
export const NO_UNSET_ADDRESS: Readonly<Lack> = {
  code: 'no-unset-address',
  text: 'No contact point without a webhook address: neither "target.freshKeys" nor "dialect.clearWebhook" nor a driver\'s "clear_webhook".',
};

/** The driver of the employee's side lacks an action. */
export function lackingAction(action: string): Readonly<Lack> {
  return {
    code: 'operator-lacks',
    text: cannotDo(action, 'its driver lacks the action ("operator")'),
  };
}

/**
 * Divides the cases into those that can be exercised and those that cannot, each with the reason and what would help.
 * Cases that do not apply to the deployment are in neither: those of versions that are not checked, and those about a
 * restricted account that has, or lacks, other operations.
 */
export function selectCases(cases: readonly Case[], capabilities: Capabilities): Selection {
  const selection: Selection = { selected: [], skipped: [] };
  for (const testCase of cases) {
    if (!capabilities.versions.includes(testCase.version) || isAboutOtherAccounts(testCase, capabilities))
      continue;
    const reason = testCase.needs
      .map((need) => lacking(need, testCase, capabilities))
      .find((text) => text !== null);
    if (reason) selection.skipped.push(leftOut(testCase, reason));
    else selection.selected.push(testCase);
  }
  return selection;
}

function isAboutOtherAccounts({ version, needs }: Case, { restricted }: Capabilities): boolean {
  return needs.some((need) => {
    const lacked = restricted[('version' in need && need.version) || version] ?? [];
    if (need.kind === 'restricted') return lacked.length > 0 && !lacked.includes(need.operation);
    return need.kind === 'restricted-has' && need.operations.some((operation) => lacked.includes(operation));
  });
}

function leftOut(testCase: Case, { code, text, inconclusive }: Lack): LeftOut {
  return { case: testCase, verdict: inconclusive ? 'inconclusive' : 'skipped', reason: { code, text } };
}

function lacking(need: Need, testCase: Case, capabilities: Capabilities): Lack | null {
  const unless = (given: boolean, code: PlainReasonCode, text: string): Lack | null =>
    given ? null : { code, text };
  const consent = unless(
    capabilities.consent,
    'no-consent',
    'The case needs the webhook address overwritten, which cannot be read back; --allow-webhook-change permits it.',
  );
  switch (need.kind) {
    case 'https':
      return unless(
        capabilities.https,
        'plain-target',
        'The target itself is plain HTTP, as its address says.',
      );
    case 'webhook':
      if (capabilities.webhook(testCase.version)) return null;
      return consent ?? { code: 'no-webhook', text: capabilities.noWebhook ?? '', inconclusive: true };
    case 'consent':
      return consent;
    case 'second-key':
      return unless(
        capabilities.secondKey,
        'no-second-key',
        'No key of a second contact point is configured ("target.secondKey").',
      );
    case 'unset-address':
      return capabilities.unsetAddress ? null : NO_UNSET_ADDRESS;
    case 'fresh-key':
      return unless(
        capabilities.freshKey,
        'no-fresh-key',
        'No contact point that never had a webhook address is configured ("target.freshKeys").',
      );
    case 'restricted':
      if (capabilities.restricted[need.version ?? testCase.version]?.includes(need.operation)) return null;
      return Object.keys(capabilities.restricted).length === 0
        ? NO_RESTRICTED_KEY
        : {
            code: 'restricted-allows',
            text: `The restricted account has every operation of version ${need.version ?? testCase.version} ("target.restricted.operations").`,
          };
    case 'restricted-has':
      return Object.keys(capabilities.restricted).length === 0 ? NO_RESTRICTED_KEY : null;
    case 'two-destinations':
      if (capabilities.destinations[testCase.version]?.count === 0) return null;
      return unless(
        (capabilities.destinations[testCase.version]?.count ?? 0) > 1,
        'one-destination',
        'The contact point lists one destination only.',
      );
    case 'online':
      if (capabilities.destinations[testCase.version]?.count === 0) return null;
      return unless(
        (capabilities.destinations[testCase.version]?.online ?? false) || capabilities.setPresence,
        'nobody-online',
        'No destination has employees online, and the driver cannot log them in ("set_presence").',
      );
    case 'action':
      return (
        capabilities.whyNot?.(need.action) ??
        (capabilities.supports(need.action) ? null : lackingAction(need.action))
      );
    case 'shows': {
      const missing = need.names.filter((name) => !capabilities.shows.includes(name));
      return unless(
        missing.length === 0,
        'not-shown',
        `The employee's inbox does not show ${disjunction(missing)} ("operator").`,
      );
    }
    case 'body':
      if (capabilities.bodies(need.operation)) return null;
      return consent ?? { code: 'no-body', text: unknownBody(need.operation), inconclusive: true };
    case 'version':
      return unless(
        capabilities.versions.includes(need.version),
        'other-version',
        `Version ${need.version} is not checked in this run.`,
      );
  }
}

const NO_RESTRICTED_KEY: Lack = {
  code: 'no-restricted-key',
  text: 'No account that lacks operations is configured ("target.restricted").',
};

/** What discovery sought in vain, and the line that settles it. */
export function unknownBody(operation: string): string {
  return `The body of ${operation} could not be discovered; set "dialect.${operation}.body" in the configuration.`;
}
