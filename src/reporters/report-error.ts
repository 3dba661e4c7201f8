/** A report could not be written, listed or served. `path` is the file or folder; older reports are as they were. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  constructor(
    readonly path: string,
    what: 'written' | 'served' | 'listed',
    why: string,
    cause: unknown,
  ) {
    super(`${path} cannot be ${what}: ${why}.`, { cause });
  }
}
