/** The run cannot come to a verdict: what is wrong, and what to do. Never a violation of the target. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';

  constructor(
    /** 2: usage or configuration; 3: target, TLS, key or catcher unusable; 5: a fault of the checker. */
    readonly exitCode: 2 | 3 | 5,
    /** Stable reason code. */
    readonly code: string,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}
