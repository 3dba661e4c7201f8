import { errorPlaces, heldBy, type Provoked, provokeErrors } from '../../dialect/discover-error.js';
import type { ErrorDialect } from '../../dialect/types.js';
import { CONFIGURED, type Needed } from './needed.js';

/** Settles where errors carry code and message: as configured, else as found. Null: not known. */
export async function settleErrors(needed: Needed, unregistered: string): Promise<ErrorDialect | null> {
  const { configuration, descriptions, report, requests, answers } = needed;
  const keys = { main: configuration.target.key ?? '', unregistered };
  const provoked = await provokeErrors(descriptions, requests, keys);
  const { value, evidence } = errorPlaces(provoked);
  const configured = configuration.dialect.error ?? null;
  if (configured) compare(needed, configured, value, provoked);
  else if (value) report.ok('errors', `${placesText(value)}; ${evidence}`);
  else
    report.problem(
      'errors',
      `Where errors carry code and message is not found: ${evidence}.`,
      '"dialect.error" in the configuration would settle it: { code: /pointer, message: /pointer }.',
    );
  const used = configured ?? value;
  if (used) {
    for (const { version } of descriptions)
      answers.push({
        gap: 'error-shape',
        version,
        value: placesText(used),
        evidence: configured ? CONFIGURED : evidence,
      });
  }
  return used;
}

/** The configuration wins, but where the target contradicts it that is said. */
function compare(
  { report }: Needed,
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

function placesText({ code, message }: ErrorDialect): string {
  return `code at ${JSON.stringify(code)}, message at ${JSON.stringify(message)}`;
}
