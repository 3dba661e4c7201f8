import type { Configuration } from '../configuration/types.js';
import { nearKeys } from '../engine/keys.js';
import { NoVerdict } from '../exit-codes.js';
import { createRedactor, type Redactor } from '../record/redact.js';
import type { PreflightReport } from './preflight/context.js';

/** Everything that no output may show: the keys, and the credentials for the driver of the employee's side. */
export function secretsOf({ target, webhook, operator }: Configuration): string[] {
  const headers = operator.kind === 'http' ? Object.entries(operator.headers) : [];
  const tokens = headers
    .filter(([name]) => /auth|cookie|key|secret|token/i.test(name))
    .flatMap(([, value]) => value.split(/[\s;]+/).filter((word) => word.length >= 8));
  const sent = target.key === null ? [] : nearKeys(target.key);
  // Many services recognize their callers by a secret in the address's query.
  const queries = [webhook.restoreUrl, webhook.restoreSecondUrl]
    .map((url) => (url === null ? '' : new URL(url).search.slice(1)))
    .filter((query) => query.length >= 8);
  return [...keysOf(target), ...sent, ...tokens, ...queries];
}

/** Keys of all contact points that the configuration names. */
export function keysOf({ key, secondKey, restricted, freshKeys }: Configuration['target']): string[] {
  return [key, secondKey, restricted?.key ?? null, ...freshKeys].filter((each) => each !== null);
}

/** Does work whose report lines and errors contain no secret, whatever the target said. */
export async function masked<T>(
  configuration: Configuration,
  report: PreflightReport,
  work: (redact: Redactor) => Promise<T>,
): Promise<T> {
  const redact = createRedactor(secretsOf(configuration));
  report.maskWith(redact);
  try {
    return await work(redact);
  } catch (error) {
    throw maskedError(error, redact);
  }
}

function maskedError(error: unknown, redact: Redactor): unknown {
  if (error instanceof NoVerdict)
    return new NoVerdict(error.exitCode, error.code, redact(error.message), redact(error.hint));
  if (!(error instanceof Error)) return redact(error);
  error.message = redact(error.message);
  if (error.stack !== undefined) error.stack = redact(error.stack);
  return error;
}
