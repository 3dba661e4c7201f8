/**
 * The environment of a driver's child: this process's own, without keys. A variable goes when its name is one of
 * conform's for keys, or when its value holds a secret as it is, percent-encoded or in base64.
 */
export function childEnvironment(env: NodeJS.ProcessEnv, secrets: readonly string[]): Record<string, string> {
  const forms = secrets.filter((secret) => secret !== '').flatMap(spellings);
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !OWN_KEYS.test(entry[0]) &&
        !forms.some((form) => holds(entry[1] ?? '', form)),
    ),
  );
}

const OWN_KEYS = /^CONFORM_.*KEY/i;
/** Shorter secrets stand in ordinary values by chance, PATH among them: they must be the whole value. */
const LEAST_PART = 6;

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}

function holds(value: string, form: string): boolean {
  return form.length < LEAST_PART ? value === form : value.includes(form);
}
