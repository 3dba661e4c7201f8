import { KEY_MASK } from './mask.js';

/** Replaces every secret by the mask, in each encoding that an answer or a message may carry it in. */
export type Redactor = <T>(value: T) => T;

/**
 * Makes a redactor for the secrets given; the walk covers all strings of a value, keys of objects included, and
 * returns a copy. Secrets shorter than four characters are left alone: they would blank out ordinary words.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= 4).flatMap(encodings))].sort(
    (a, b) => b.length - a.length,
  );
  if (forms.length === 0) return (value) => value;
  const pattern = new RegExp(
    forms.map((form) => form.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'),
    'gi',
  );
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, KEY_MASK);
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redact(one)]));
    return value;
  };
  return redact as Redactor;
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const each = (write: (character: string) => string): string => [...secret].map(write).join('');
  return [
    secret,
    encodeURIComponent(secret),
    each((one) => `%${one.codePointAt(0)?.toString(16).padStart(2, '0')}`),
    each((one) => `\\u${one.codePointAt(0)?.toString(16).padStart(4, '0')}`),
    each((one) => `&#${one.codePointAt(0)};`),
    each((one) => `&#x${one.codePointAt(0)?.toString(16)};`),
    JSON.stringify(secret).slice(1, -1),
    escapeHtml(secret),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((offset) => [
      base64Core(bytes, offset, 'base64'),
      base64Core(bytes, offset, 'base64url'),
    ]),
  ].filter((form) => form.length >= 4);
}

/** The part of the base64 text that depends on the secret alone, when it stands `offset` bytes into the data. */
function base64Core(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, '');
  const first = offset === 0 ? 0 : offset + 1;
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return padded.slice(first, last);
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[one] ?? one,
  );
}
