import { encodingsOf } from './encodings.js';
import { KEY_MASK } from './mask.js';

/** Replaces every secret by the mask, in each encoding that an answer or a message may carry it in. */
export type Redactor = <T>(value: T) => T;

/** Shorter ones are left alone: they would blank out ordinary words. */
const LEAST = 4;
/** So much of a secret may stand before a cut. */
const LEAST_CUT = 8;

/**
 * Makes a redactor for the secrets given; the walk covers all strings of a value, keys of objects included, and
 * returns a copy. What is left of a secret at the end of a text, or before the mark `…`, goes as well: texts are cut.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = secrets.filter((secret) => secret.length >= LEAST).flatMap(encodingsOf);
  const byHead = groupByHead(forms.map((form) => form.toLowerCase()));
  if (byHead.size === 0) return (value) => value;
  const heads = new RegExp([...byHead.keys()].map(quote).join('|'), 'gi');
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value, heads, byHead);
    if (Array.isArray(value)) return value.map(redact);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [redact(key), redact(one)]));
    return value;
  };
  return redact as Redactor;
}

/** Forms by their first characters, the longest first. */
function groupByHead(forms: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const form of [...new Set(forms)].sort((a, b) => b.length - a.length)) {
    if (form.length < LEAST) continue;
    const head = form.slice(0, LEAST);
    groups.set(head, [...(groups.get(head) ?? []), form]);
  }
  return groups;
}

function mask(text: string, heads: RegExp, byHead: ReadonlyMap<string, readonly string[]>): string {
  let masked = '';
  let done = 0;
  heads.lastIndex = 0;
  for (let found = heads.exec(text); found; found = heads.exec(text)) {
    const length = secretAt(text, found.index, byHead.get(found[0].toLowerCase()) ?? []);
    if (length === 0) heads.lastIndex = found.index + 1;
    else {
      masked += `${text.slice(done, found.index)}${KEY_MASK}`;
      done = found.index + length;
      heads.lastIndex = done;
    }
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Length of the secret that stands at a place, whole or cut; 0: none. */
function secretAt(text: string, at: number, forms: readonly string[]): number {
  let longest = 0;
  for (const form of forms) {
    const common = commonLength(text, at, form);
    const cut = at + common === text.length || text[at + common] === '…';
    if (common === form.length || (cut && common >= LEAST_CUT)) longest = Math.max(longest, common);
  }
  return longest;
}

function commonLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length]?.toLowerCase() === form[length]) length += 1;
  return length;
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
