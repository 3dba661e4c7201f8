/**
 * Cuts a stream of bytes into lines without their ends. Returns null, from then on always, once a line is longer
 * than `maxBytes`.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  push(chunk: Buffer): string[] | null {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      if (!this.keep(chunk.subarray(from, end))) return null;
      lines.push(Buffer.concat(this.parts).toString('utf8'));
      this.parts = [];
      this.size = 0;
      from = end + 1;
    }
    return this.keep(chunk.subarray(from)) ? lines : null;
  }

  private keep(part: Buffer): boolean {
    this.size += part.length;
    if (this.size > this.maxBytes) {
      this.parts = [];
      return false;
    }
    if (part.length > 0) this.parts.push(part);
    return true;
  }
}

const LINE_FEED = 0x0a;
