import type { ExploreState } from '../explore/explore.js';
import { oneLine, withoutCommands } from '../reporters/text/inert.js';
import { count } from '../reporters/words.js';
import { liveLine, PLAIN_EVERY_MS } from './progress.js';

/** Shows the progress of an exploration on standard error. */
export class ExploreProgress {
  private lastShown = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: { quiet: boolean; live: boolean },
    private readonly stream: Pick<NodeJS.WriteStream, 'write' | 'columns'> = process.stderr,
  ) {}

  /** What is left out, or what repeats the walks. */
  note(text: string): void {
    if (!this.options.quiet) this.stream.write(`${withoutCommands(oneLine(text))}\n`);
  }

  show(progress: ExploreState): void {
    const { quiet, live } = this.options;
    if (quiet) return;
    const line = progressLine(progress);
    if (live) this.stream.write(liveLine(line, this.stream.columns));
    else if (performance.now() - this.lastShown >= PLAIN_EVERY_MS) this.stream.write(`${line}\n`);
    else return;
    this.lastShown = performance.now();
  }

  /** Takes the live line away. */
  end(): void {
    if (this.options.live && !this.options.quiet) this.stream.write('\r\u001b[2K');
  }
}

/** Walks, moves a second, what was covered, and the shortest way to fail so far. */
export function progressLine({ walks, moves, durationMs, windows, shortest, found }: ExploreState): string {
  const pace = durationMs > 0 ? Math.round((moves * 1_000) / durationMs) : 0;
  return [
    count(walks, 'walk'),
    `${pace} moves/s`,
    `${windows.covered}/${windows.legal} sequences of three`,
    ...(shortest === null ? [] : [`fails in ${count(shortest, 'move')}`]),
    ...(found.length === 0 ? [] : [`${count(found.length, 'way')} to fail`]),
  ].join(' · ');
}
