import type { EXIT } from '../exit-codes.js';

/** The run cannot come to a verdict: what is wrong, and what to do. Never a violation of the target. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';

  constructor(
    readonly exitCode: (typeof EXIT)['usage' | 'noVerdict' | 'fault'],
    /** Stable reason code. */
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}
