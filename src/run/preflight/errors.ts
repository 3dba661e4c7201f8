import { errorPlaces, heldBy, type Provoked, provokeErrors } from '../../dialect/discover-error.js';
import type { ErrorDialect } from '../../dialect/types.js';
import { CONFIGURED, type PreflightContext } from './preflight-context.js';

/** Settles where errors carry code and message: as configured, else as found. Null: neither is known. */
export async function settleErrors(
  context: PreflightContext,
  unregistered: string,
): Promise<ErrorDialect | null> {
  const { configuration, descriptions, report, requests, answers, nonce } = context;
  const provoker = { main: configuration.target.key ?? '', unregistered, nonce };
  const provoked = await provokeErrors(descriptions, requests, provoker);
  const { value, evidence } = errorPlaces(provoked);
  const configured = configuration.dialect.error ?? null;
  if (configured) compare(context, configured, value, provoked);
  else if (value?.code != null && value.message !== null)
    report.ok('errors', `${placesText(value)}; ${evidence}`);
  else
    report.problem(
      'errors',
      `Where errors carry code and message could not be discovered: ${evidence}. They are looked for anywhere in the body.`,
      'Set "dialect.error" in the configuration: { code: /pointer, message: /pointer }.',
    );
  const used = configured ?? value;
  for (const { version } of descriptions)
    answers.push({
      gap: 'error-shape',
      version,
      value: placesText(used ?? { code: null, message: null }),
      evidence: configured ? CONFIGURED : evidence,
    });
  return used;
}

/** The configuration wins, but where the target contradicts it that is said. */
function compare(
  { report }: PreflightContext,
  configured: ErrorDialect,
  found: ErrorDialect | null,
  provoked: readonly Provoked[],
): void {
  const held = heldBy(configured, provoked);
  if (held * 2 > provoked.length) {
    report.ok(
      'errors',
      `${placesText(configured)}, as configured; held in ${held} of ${provoked.length} provoked errors`,
    );
    return;
  }
  report.problem(
    'errors',
    `"dialect.error" says ${placesText(configured)}, but ${held} of ${provoked.length} provoked errors have both there.`,
    found
      ? `The target has ${placesText(found)}. The configuration is used all the same.`
      : 'The configuration is used all the same.',
  );
}

function placesText({ others = [], ...usual }: ErrorDialect): string {
  return [usual, ...others].map(pairText).join('; in some errors ');
}

function pairText({ code, message }: Omit<ErrorDialect, 'others'>): string {
  const place = (pointer: string | null): string =>
    pointer === null ? 'at no place of its own' : `at ${JSON.stringify(pointer)}`;
  return `code ${place(code)}, message ${place(message)}`;
}
