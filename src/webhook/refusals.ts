/** Deliveries to answer with a failure, by a text that they hold. */
export class Refusals {
  readonly #left = new Map<string, number>();

  /** The next `count` deliveries that hold `mark`; 0: none any more. */
  next(mark: string, count: number): void {
    if (count > 0) this.#left.set(mark, count);
    else this.#left.delete(mark);
  }

  /** Whether the delivery that just came is refused. */
  take(body: Buffer): boolean {
    for (const [mark, left] of this.#left) {
      if (!body.includes(mark)) continue;
      this.next(mark, left - 1);
      return true;
    }
    return false;
  }
}
