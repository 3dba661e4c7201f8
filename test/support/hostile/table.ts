import type { TestCase, TestModule } from 'vitest/node';
import type { HostileMeta } from './notes.js';
import { HOSTILE_ROWS } from './rows/rows.js';
import { type Played, tellRows } from './rows/tell-rows.js';

/** What a terminal is sure to have. */
const COLUMNS = 80;
const INDENT = '     ';
const NAME = 56;

const LEGEND =
  'A line is ok where each run came to the verdicts, reasons and exit code that are due for the behaviour, within its ' +
  'time; those stand next to it in the tests. After → stand the verdicts of all cases of its runs; cases that do not ' +
  'meet the behaviour pass. A single reason is that of a run which ended in the preflight.';

/** A reporter of Vitest: prints each hostile behaviour with what the run made of it, and the greatest memory. */
export default class HostileTable {
  /** Lines by heading: files run side by side, and each is told in one piece. */
  private readonly groups = new Map<string, string[]>();
  private readonly played = new Map<string, Played>();
  private behaviours = 0;
  private bad = 0;
  private peak = 0;
  private slowest = 0;

  onTestCaseResult(test: TestCase): void {
    const { state: result } = test.result();
    const name = `${headingOf(test)} > ${test.name}`;
    this.played.set(name, result === 'skipped' ? result : result === 'passed' ? 'ok' : 'BAD');
    if (result === 'skipped') return;
    const { hostile = [], peakMemory = 0 } = test.meta() as HostileMeta;
    const duration = test.diagnostic()?.duration ?? 0;
    this.behaviours += 1;
    this.peak = Math.max(this.peak, peakMemory);
    this.slowest = Math.max(this.slowest, duration);
    const lines = this.linesOf(test);
    const good = result === 'passed';
    if (!good) this.bad += 1;
    const state = good ? 'ok  ' : 'BAD ';
    const exits = [...new Set(hostile.flatMap(({ exitCode }) => exitCode ?? []))].join(' ');
    const [first = '', ...rest] = wrapped(test.name, NAME);
    const time = `${Math.round(duration)} ms`;
    lines.push(`${state} ${first.padEnd(NAME)} ${exits.padStart(5)} ${time.padStart(10)}`);
    const verdicts = [...new Set(hostile.flatMap((run) => run.verdicts))].join(', ');
    const said = peakMemory ? mebibytes(peakMemory) : verdicts;
    for (const line of [...rest, ...(said ? wrapped(`→ ${said}`, COLUMNS - INDENT.length) : [])])
      lines.push(INDENT + line);
  }

  onTestRunEnd(modules: readonly TestModule[] = []): void {
    const title = `${INDENT}${'behaviour, and what came of it'.padEnd(NAME)}  exit       time`;
    const rows = tellRows(HOSTILE_ROWS, this.played);
    if (rows.bad > 0) process.exitCode = 1;
    // A file that cannot be loaded has no tests to fail.
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const bad = this.bad + rows.bad + broken;
    const verdict = bad === 0 ? 'all as the table says' : `${bad} NOT AS THE TABLE SAYS`;
    const total =
      `${HOSTILE_ROWS.length} rows, ${this.behaviours} behaviours, ${verdict}; the slowest in ${Math.round(this.slowest)} ms` +
      (this.peak > 0 ? `; greatest memory of a run: ${mebibytes(this.peak)}` : '');
    const groups = [...this.groups].map(([heading, lines]) => [...wrapped(heading, COLUMNS), ...lines, '']);
    const table = rows.lines.flatMap((line) => indented(line, COLUMNS));
    const all = [
      ...['', ...wrapped(LEGEND, COLUMNS), '', title, ''],
      ...groups.flat(),
      ...['The table: rows × verdicts, and how many tests play each', '', ...table, ''],
      ...wrapped(total, COLUMNS),
    ];
    process.stdout.write(`${all.join('\n')}\n`);
  }

  /** Lines of the test's file and group. */
  private linesOf(test: TestCase): string[] {
    const heading = headingOf(test);
    const known = this.groups.get(heading) ?? [];
    this.groups.set(heading, known);
    return known;
  }
}

function headingOf({ module, parent }: TestCase): string {
  const group = parent.type === 'suite' ? `: ${parent.fullName}` : '';
  return `${module.relativeModuleId.replace(/^(src|test)\//, '').replace(/(\.long)?\.test\.ts$/, '')}${group}`;
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

/** The same, all lines but the first one further in. */
function indented(text: string, columns: number): string[] {
  const [first = '', ...rest] = wrapped(text, columns - INDENT.length);
  return [
    first.startsWith('ok') || first.startsWith('BAD') ? first : INDENT + first,
    ...rest.map((line) => INDENT + line),
  ];
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
