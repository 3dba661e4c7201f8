import type { Description } from '../description/types.js';
import { duration } from '../duration.js';
import type { ContactPoint } from '../reference/conversations/model.js';
import type { JsonObject } from '../reference/requests/body.js';

/** What employees did, as the buttons of the console say it; null: the action's name says it. */
export function actionWords(
  action: string,
  parameters: JsonObject,
  { description, point }: { description: Description; point: ContactPoint },
): string | null {
  switch (action) {
    case 'set_presence': {
      const id = String(parameters[description.employee.destination]);
      const name = point.destinations.get(id)?.name ?? id;
      return `log ${String(parameters['online']) === 'true' ? 'in' : 'out'} ${name}`;
    }
    case 'advance_clock':
      return `clock + ${duration(Number(parameters['seconds']) * 1_000)}`;
    case 'clear_webhook':
      return 'remove the webhook address';
    default:
      return null;
  }
}

/** Why an address did not answer, in words. */
export function failureWords(code: string): string {
  return `${FAILURES[code] ?? 'the connection failed'} (${code})`;
}

const FAILURES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host name cannot be resolved',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'its answer broke off',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_INVALID_ARG: 'it is not a valid address',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted: it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted: a private authority signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted: its authority is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted: its authority is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};
