import type { TestCase } from 'vitest/node';

/** What a test left of its whole runs. */
export interface HostileMeta {
  hostile?: { exitCode: number; verdicts: string[] }[];
  /** Greatest memory of a process that took part, bytes. */
  peakMemory?: number;
}

/** What a terminal is sure to have. */
const COLUMNS = 80;
const INDENT = '     ';
const NAME = 56;

/** A reporter of Vitest: prints each hostile behaviour with what the run made of it, and the greatest memory. */
export default class HostileTable {
  private readonly lines: string[] = [];
  private heading = '';
  private behaviours = 0;
  private bad = 0;
  private peak = 0;
  private slowest = 0;

  onTestCaseResult(test: TestCase): void {
    const { state: result } = test.result();
    if (result === 'skipped') return;
    const { hostile = [], peakMemory = 0 } = test.meta() as HostileMeta;
    const duration = test.diagnostic()?.duration ?? 0;
    this.behaviours += 1;
    this.peak = Math.max(this.peak, peakMemory);
    this.slowest = Math.max(this.slowest, duration);
    this.head(test);
    const good = result === 'passed';
    if (!good) this.bad += 1;
    const state = good ? 'ok  ' : 'BAD ';
    const exits = [...new Set(hostile.map(({ exitCode }) => exitCode))].join(' ');
    const [first = '', ...rest] = wrapped(test.name, NAME);
    const time = `${Math.round(duration)} ms`;
    this.lines.push(`${state} ${first.padEnd(NAME)} ${exits.padStart(5)} ${time.padStart(10)}`);
    const verdicts = [...new Set(hostile.flatMap((run) => run.verdicts))].join(', ');
    const said = peakMemory ? mebibytes(peakMemory) : verdicts;
    for (const line of [...rest, ...(said ? wrapped(`→ ${said}`, COLUMNS - INDENT.length) : [])])
      this.lines.push(INDENT + line);
  }

  onTestRunEnd(): void {
    const title = `${INDENT}${'behaviour, and what came of it'.padEnd(NAME)}  exit       time`;
    const standing = this.bad === 0 ? 'all as the table says' : `${this.bad} NOT AS THE TABLE SAYS`;
    const total =
      `${this.behaviours} behaviours, ${standing}; the slowest in ${Math.round(this.slowest)} ms; ` +
      `greatest memory of a run: ${mebibytes(this.peak)}`;
    process.stdout.write(`\n${title}\n${this.lines.join('\n')}\n\n${wrapped(total, COLUMNS).join('\n')}\n`);
  }

  /** Names the file and the group once. */
  private head({ module, parent }: TestCase): void {
    const group = parent.type === 'suite' ? `: ${parent.fullName}` : '';
    const heading = `${module.relativeModuleId.replace(/^src\//, '').replace(/\.test\.ts$/, '')}${group}`;
    if (heading === this.heading) return;
    this.heading = heading;
    this.lines.push('', ...wrapped(heading, COLUMNS));
  }
}

/** Lines of at most so many characters, broken at blanks; a longer word stands alone. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
