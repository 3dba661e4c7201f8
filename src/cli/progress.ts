import type { CaseOutcome } from '../engine/run-context.js';
import type { ExploreState } from '../explore/explore.js';
import { oneLine, withoutCommands } from '../reporters/text/inert.js';
import { count, count as counted, reasonWords } from '../reporters/words.js';
import type { PreflightLine } from '../run/preflight/report.js';

export interface ProgressOptions {
  quiet: boolean;
  verbose: boolean;
  /** A line that is rewritten; otherwise plain lines. */
  live: boolean;
}

const MARKS: Record<PreflightLine['state'], string> = { ok: 'ok', note: 'note', problem: 'PROBLEM' };

/** Shows on standard error what the run does and what it waits for. */
export class Progress {
  private total = 0;
  private readonly verdicts = new Map<string, CaseOutcome['verdict']>();
  private lastShown = 0;

  constructor(
    private readonly options: ProgressOptions,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  preflight({ name, state, text, hint }: PreflightLine): void {
    if (this.options.quiet) return;
    if (state === 'ok' && !this.options.verbose) return;
    this.line(oneLine(`${MARKS[state].padEnd(8)}${name}: ${text}`));
    if (hint) this.line(oneLine(`${''.padEnd(8)}${hint}`));
  }

  selected(count: number): void {
    this.total = count;
    if (!this.options.quiet && !this.options.live) this.line(counted(count, 'case'));
    this.show(true);
  }

  /** Of a case that has ended; once more where what came later in the run changed it. */
  outcome({ case: testCase, verdict, reason }: CaseOutcome): void {
    const before = this.verdicts.get(testCase.id);
    this.verdicts.set(testCase.id, verdict);
    const why = reason ? `  ${reasonWords(reason.code)}` : '';
    const changed = before === undefined ? '' : `  (${before} at first)`;
    if (this.options.verbose) this.line(`${verdict.padEnd(13)}${testCase.id}${why}${changed}`);
    this.show(this.verdicts.size === this.total);
  }

  /** Takes the live line away. */
  end(): void {
    if (this.options.live && !this.options.quiet) this.stream.write('\r\u001b[2K');
  }

  private show(force: boolean): void {
    if (this.options.quiet || !this.options.live) return;
    const now = performance.now();
    if (!force && now - this.lastShown < 80) return;
    this.lastShown = now;
    const done = this.verdicts.size;
    const waiting = this.total - done;
    const count = (verdict: string): number =>
      [...this.verdicts.values()].filter((each) => each === verdict).length;
    const inconclusive = count('inconclusive');
    const parts = [
      `${done}/${this.total} done`,
      `${count('fail')} failed`,
      ...(inconclusive ? [`${inconclusive} inconclusive`] : []),
      ...(waiting ? ['waiting for answers, events, the quiet window'] : []),
    ];
    this.stream.write(`\r\u001b[2K${parts.join(' · ').slice(0, (this.stream.columns || 80) - 1)}`);
  }

  private line(text: string): void {
    if (this.options.live) this.stream.write('\r\u001b[2K');
    this.stream.write(`${withoutCommands(text)}\n`);
  }
}

/** Without a live line a plain one is printed this often at most. */
const PLAIN_EVERY_MS = 5_000;

/** Shows on standard error how far an exploration has come. */
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
    if (live) this.stream.write(`\r\u001b[2K${line.slice(0, (this.stream.columns || 80) - 1)}`);
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
