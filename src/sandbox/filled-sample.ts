import type { Template } from '../reference/dialect.js';
import { fillTemplate } from '../reference/template.js';

/** A sample of the description for a user: the `nth` of its kind, from 1. */
export function filledSample(sample: unknown, { user, nth }: { user: string; nth: number }): unknown {
  return fillTemplate(sample as Template, { user, n: String(nth), nonce: 'a', zigzag: '' });
}
