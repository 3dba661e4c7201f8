import { randomBytes } from 'node:crypto';
import { calledWith, Labels } from './labels.js';

/** An address that was called. */
export interface Called {
  label: string;
  /** What was called behind the base, where that is not the address as it was set. */
  calledWith?: string;
}

/** The addresses of one catcher: one for each label, behind a token that nobody can guess. */
export class Addresses {
  /** In small letters: a service that changes letter case can reach them, and is told about it. */
  readonly #token = randomBytes(16).toString('hex');
  /** Public URL without a trailing slash; known once the catcher listens. */
  base = '';
  readonly #labels = new Labels();

  address(label: string): string {
    return `${this.base}/${this.#token}/${this.#labels.add(label)}`;
  }

  /** The address of a request target; null when it is none of these. A proxy may pass the public path on or cut it off. */
  called(target: string): Called | null {
    const behind = `/${this.#token}/`;
    const start = [behind, new URL(this.base).pathname.replace(/\/$/, '') + behind].find((start) =>
      target.startsWith(start),
    );
    return start === undefined ? null : calledBehind(this.#labels, target.slice(start.length));
  }
}

/** The address that is called by what stands behind the base; null: none of these labels has it. */
export function calledBehind(labels: Labels, called: string): Called | null {
  const label = labels.find(called);
  if (label === null) return null;
  const other = calledWith(called, label);
  return { label, ...(other !== null && { calledWith: other }) };
}
