import { randomBytes } from 'node:crypto';

/** The addresses of one catcher: a path per label, behind a token that nobody can guess. */
export class Addresses {
  readonly #token = randomBytes(18).toString('base64url');
  /** Public URL without a trailing slash; known once the catcher listens. */
  base = '';
  /** Label by path; a proxy before the catcher may pass the public path on or cut it off. */
  readonly #labels = new Map<string, string>();

  /** What follows a question mark in the label is the query of the address. */
  address(label: string): string {
    const [name = '', query] = split(label);
    const path = `/${this.#token}/${encodeURIComponent(name)}`;
    this.#labels.set(path, label);
    this.#labels.set(new URL(this.base).pathname.replace(/\/$/, '') + path, label);
    return this.base + path + (query === undefined ? '' : `?${query}`);
  }

  /** Label of a request target; null when it is none of these addresses. */
  labelOf(target: string): string | null {
    return this.#labels.get(target.split(/[?#]/, 1)[0] ?? '') ?? null;
  }
}

/** The query of a request target, where it lacks something of the one that the address was set with; else null. */
export function calledWith(target: string, label: string): string | null {
  const [, due] = split(label);
  if (due === undefined) return null;
  const [, called = ''] = split(target);
  const left = [...new URLSearchParams(called)];
  const kept = [...new URLSearchParams(due)].every(([name, value]) => {
    const at = left.findIndex((pair) => pair[0] === name && pair[1] === value);
    left.splice(0, at + 1);
    return at >= 0;
  });
  return kept ? null : called.slice(0, LONGEST);
}

/** More of a query is not kept. */
const LONGEST = 500;

function split(text: string): [before: string, query?: string] {
  const at = text.indexOf('?');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
