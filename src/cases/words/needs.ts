import type { Need } from '../types.js';

/** What a case needs of a deployment and its configuration, and where it is given. */
export function needWords(need: Need): string {
  switch (need.kind) {
    case 'https':
      return 'a target reached over https://';
    case 'webhook':
      return 'a webhook address that the target accepts and can reach (--webhook-url)';
    case 'consent':
      return 'permission to overwrite the webhook address (--allow-webhook-change)';
    case 'second-key':
      return 'the key of a second contact point ("target.secondKey")';
    case 'unset-address':
      return 'a contact point that has no webhook address ("target.freshKeys")';
    case 'restricted':
      return `the key of an account that lacks ${need.operation}${need.version === undefined ? '' : ` in version ${need.version}`} ("target.restricted")`;
    case 'two-destinations':
      return 'a second destination in the contact point';
    case 'online':
      return 'employees who are online';
    case 'action':
      return `a driver that can do "${need.action}" ("operator")`;
    case 'shows':
      return `an inbox that shows ${need.names.join(', ')} ("operator")`;
    case 'body':
      return `the body of ${need.operation}: discovered, or "dialect.${need.operation}.body"`;
    case 'version':
      return `version ${need.version} in the same run`;
  }
}
