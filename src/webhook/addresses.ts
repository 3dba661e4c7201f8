import { randomBytes } from 'node:crypto';

/** The addresses of one catcher: a path per label, behind a token that nobody can guess. */
export class Addresses {
  readonly #token = randomBytes(18).toString('base64url');
  /** Public URL without a trailing slash; known once the catcher listens. */
  base = '';
  /** Label by path; a proxy before the catcher may pass the public path on or cut it off. */
  readonly #labels = new Map<string, string>();

  address(label: string): string {
    const path = `/${this.#token}/${encodeURIComponent(label)}`;
    this.#labels.set(path, label);
    this.#labels.set(new URL(this.base).pathname.replace(/\/$/, '') + path, label);
    return this.base + path;
  }

  /** Label of a request target; null when it is none of these addresses. */
  labelOf(target: string): string | null {
    return this.#labels.get(target.split(/[?#]/, 1)[0] ?? '') ?? null;
  }
}
