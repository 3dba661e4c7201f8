import type { TestCase } from 'vitest/node';

/** What a test left of its whole runs. */
export interface HostileMeta {
  hostile?: { exitCode: number; verdicts: string[] }[];
  /** Greatest memory of a process that took part, bytes. */
  peakMemory?: number;
}

/** A reporter of Vitest: prints each hostile behaviour with what the run made of it, and the greatest memory. */
export default class HostileTable {
  private readonly lines: string[] = [];
  private peak = 0;
  private slowest = 0;

  onTestCaseResult(test: TestCase): void {
    const { hostile, peakMemory = 0 } = test.meta() as HostileMeta;
    this.peak = Math.max(this.peak, peakMemory);
    const duration = test.diagnostic()?.duration ?? 0;
    this.slowest = Math.max(this.slowest, duration);
    const state = test.result().state === 'passed' ? 'ok  ' : 'BAD ';
    const exits = [...new Set((hostile ?? []).map(({ exitCode }) => exitCode))].join(' ');
    const verdicts = [...new Set((hostile ?? []).flatMap((run) => run.verdicts))].join(', ');
    this.lines.push(
      `${state}${test.fullName.padEnd(90)} ${exits.padStart(5)}  ${`${Math.round(duration)} ms`.padStart(9)}  ${verdicts}${peakMemory ? mebibytes(peakMemory) : ''}`,
    );
  }

  onTestRunEnd(): void {
    process.stdout.write(
      `\n${'    behaviour'.padEnd(94)}  exit       time  verdicts\n${this.lines.join('\n')}\n\n` +
        `${this.lines.length} behaviours, the slowest in ${Math.round(this.slowest)} ms; greatest memory of a run: ${mebibytes(this.peak)}\n`,
    );
  }
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
