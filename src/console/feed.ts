import type { ServerResponse } from 'node:http';

/** Pages that are told what happens, as server-sent events. A page that takes nothing is hung up on: it connects anew. */
export class Feed {
  private readonly pages = new Set<ServerResponse>();
  private readonly beat = setInterval(() => this.write(': still here\n\n'), 15_000).unref();

  get size(): number {
    return this.pages.size;
  }

  /** A page that has connected is told first where things stand. */
  add(page: ServerResponse, hello: unknown): void {
    this.pages.add(page);
    page.on('close', () => this.pages.delete(page));
    page.write(spelled('hello', hello));
  }

  tell(event: string, data: unknown): void {
    if (this.pages.size > 0) this.write(spelled(event, data));
  }

  close(): void {
    clearInterval(this.beat);
    for (const page of this.pages) page.end();
  }

  private write(text: string): void {
    for (const page of this.pages) {
      if (page.writableLength > MOST_BYTES) page.destroy();
      else page.write(text);
    }
  }
}

const MOST_BYTES = 8 * 1024 * 1024;

function spelled(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
