import type { Case } from '../cases/types.js';
import { duration } from '../duration.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { Waits } from '../engine/run-state.js';
import { groupBy } from '../group-by.js';
import { count } from '../phrases.js';
import { reasonWords } from '../reasons.js';
import { type CaseResult, resultOf } from '../record/case-results.js';
import type { RunRecord } from '../record/types.js';
import { wrap } from '../reporters/text/columns.js';
import { withoutCommands } from '../reporters/text/escapes.js';
import type { PreflightLine } from '../run/preflight/context.js';
import { oneLine } from '../terminal-text.js';

export interface ProgressOptions {
  quiet: boolean;
  verbose: boolean;
  /** A line that is rewritten; otherwise plain lines. */
  live: boolean;
  /** Lowest level that fails the run, default `required`: other violations are warnings. */
  failLevel?: RunRecord['failLevel'];
  /** What to say once, of a run that takes this long because events come late. */
  advice?: { afterMs: number; text: string };
}

const MARKS: Record<PreflightLine['state'], string> = { ok: 'ok', note: 'note', problem: 'PROBLEM' };

/** Without a live line, plain ones are printed at most this often. */
export const PLAIN_EVERY_MS = 5_000;

/** Shows on standard error what the run does and what it waits for. */
export class Progress {
  private total = 0;
  private readonly verdicts = new Map<string, Pick<CaseOutcome, 'case' | 'verdict'>>();
  /** What each unfinished case waits for, by id. */
  private readonly waiting = new Map<string, string>();
  private left: TimeLeft | null = null;
  private isSlowedDown = false;
  private isAdvised = false;
  private lastShown = 0;
  /** Prints plain lines even while nothing ends. */
  private beat: NodeJS.Timeout | null = null;

  constructor(
    private readonly options: ProgressOptions,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  preflight({ name, state, text, hint }: PreflightLine): void {
    if (this.options.quiet) return;
    if (state === 'ok' && !this.options.verbose) return;
    const lines = [`${name}: ${text}`, ...(hint ? [hint] : [])].flatMap((part) =>
      this.wrapped(oneLine(part)),
    );
    for (const [at, line] of lines.entries())
      this.line(`${(at === 0 ? MARKS[state] : '').padEnd(INDENT)}${line}`);
  }

  /** @param skipped cases that are left out, besides those that will run */
  selected(cases: readonly Case[], skipped = 0): void {
    const total = cases.length;
    this.total = total;
    this.left = new TimeLeft(cases);
    const { quiet, live } = this.options;
    if (!quiet && !live) {
      this.line(`${count(total, 'case')} to run${skipped > 0 ? `, ${skipped} skipped` : ''}`);
      this.beat = setInterval(() => this.line(this.state()), PLAIN_EVERY_MS).unref();
    }
    this.show(true);
  }

  /**
   * A case has come to what it waits for next; null: it has ended.
   * @param isSlowedDown few cases go at a time, because events came late
   */
  waits(testCase: Case, waits: Waits | null, isSlowedDown = false): void {
    const { id, steps } = testCase;
    this.isSlowedDown = isSlowedDown;
    if (waits !== 'others')
      this.left?.note(testCase, typeof waits === 'object' && waits ? waits.step : steps.length);
    if (waits === null) this.waiting.delete(id);
    else this.waiting.set(id, waitedFor(steps, waits));
    if (isSlowedDown) this.advise();
  }

  private advise(): void {
    const { advice, quiet } = this.options;
    if (!advice || quiet || this.isAdvised || (this.left?.ms ?? 0) < advice.afterMs) return;
    this.isAdvised = true;
    this.preflight({ name: 'events', state: 'note', text: advice.text });
  }

  /** For a case that has ended; once more if something later in the run changed it. */
  outcome({ case: testCase, verdict, reason }: CaseOutcome): void {
    const before = this.verdicts.get(testCase.id)?.verdict;
    this.verdicts.set(testCase.id, { case: testCase, verdict });
    const why = reason ? `  ${reasonWords(reason.code)}` : '';
    const changed = before === undefined ? '' : `  (${before} at first)`;
    if (this.options.verbose) this.line(`${verdict.padEnd(13)}${testCase.id}${why}${changed}`);
    this.show(this.verdicts.size === this.total);
  }

  /** Clears the live line; no plain one follows. */
  end(): void {
    if (this.beat) clearInterval(this.beat);
    if (this.options.live && !this.options.quiet) this.stream.write(ERASE_LINE);
  }

  private show(force: boolean): void {
    if (this.options.quiet || !this.options.live) return;
    const now = performance.now();
    if (!force && now - this.lastShown < 80) return;
    this.lastShown = now;
    this.stream.write(liveLine(this.state(), this.stream.columns));
  }

  /** What is done, what is left, and what is waited for, most waited for first. */
  private state(): string {
    const { failLevel = 'required' } = this.options;
    const results = [...this.verdicts.values()].map(({ case: { level }, verdict }) =>
      resultOf({ level, verdict }, failLevel),
    );
    const having = (result: CaseResult): number => results.filter((each) => each === result).length;
    const [warnings, inconclusive] = [having('warning'), having('inconclusive')];
    const left = this.left?.words;
    const waiting = [...groupBy([...this.waiting.values()], (what) => what)]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([what]) => what);
    return [
      `${results.length}/${this.total} done`,
      `${having('failed')} failed`,
      ...(warnings ? [count(warnings, 'warning')] : []),
      ...(inconclusive ? [`${inconclusive} inconclusive`] : []),
      ...(left ? [left] : []),
      ...(this.isSlowedDown ? ['events take long to arrive, so fewer cases run at a time'] : []),
      ...(waiting.length > 0 ? [`waiting for ${waiting.join(', ')}`] : []),
    ].join(' · ');
  }

  /** A person's terminal breaks lines within words; programs that read lines get them whole. */
  private wrapped(text: string): string[] {
    return this.stream.isTTY && this.stream.columns > 2 * INDENT
      ? wrap(text, this.stream.columns - INDENT)
      : [text];
  }

  private line(text: string): void {
    if (this.options.live) this.stream.write(ERASE_LINE);
    this.stream.write(`${withoutCommands(text)}\n`);
  }
}

const INDENT = 8;

function waitedFor(steps: Case['steps'], waits: Waits): string {
  if (waits === 'end') return 'the quiet window';
  if (waits === 'others') return 'other cases';
  const doing = steps[waits.step]?.do;
  return (doing && WAITED_FOR[doing]) ?? 'events';
}

/** Events in all others. */
const WAITED_FOR: Partial<Record<Case['steps'][number]['do'], string>> = {
  send: 'responses',
  refuse: 'responses',
  'observe-retries': 'responses',
  address: 'responses',
  inbox: 'inboxes',
  operate: 'employees',
  presence: 'employees',
  clock: 'the clock',
};

/** Empties the line of a terminal that the cursor is in. */
export const ERASE_LINE = '\r\u001b[2K';

/** A line that replaces the previous one; what does not fit is cut at a word. */
export function liveLine(text: string, columns: number | undefined): string {
  const [first = ''] = wrap(text, (columns || 80) - 1);
  return `${ERASE_LINE}${first.replace(/( · waiting( for)?| ·|,)$/, '')}`;
}

/** Before that, the pace of a run says little. Milliseconds. */
const SURE_AFTER_MS = 10_000;

/** The pace is that of the last minute: a target may become slower or faster. Milliseconds. */
const LOOKS_BACK_MS = 60_000;

/** How often the pace is noted, milliseconds. */
const NOTED_EVERY_MS = 1_000;

/** Less than that is not worth saying. Milliseconds. */
const WORTH_SAYING_MS = 20_000;

/** How long a run may still take, by the pace at which its cases have lately gone through their steps. */
export class TimeLeft {
  private readonly total: number;
  private readonly reached = new Map<string, number>();
  private done = 0;
  private pace: { at: number; done: number }[];

  /** @param now milliseconds, from any start */
  constructor(
    cases: readonly Case[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.total = cases.reduce((sum, { steps }) => sum + steps.length, 0);
    this.pace = [{ at: now(), done: 0 }];
  }

  /** A case has so many steps behind it. */
  note({ id }: Case, steps: number): void {
    this.done += steps - (this.reached.get(id) ?? 0);
    this.reached.set(id, steps);
    const at = this.now();
    const last = this.pace.at(-1);
    if (last && at - last.at < NOTED_EVERY_MS) return;
    this.pace = [...this.pace.filter((noted) => at - noted.at <= LOOKS_BACK_MS), { at, done: this.done }];
  }

  /** Milliseconds; null: nobody can tell yet. */
  get ms(): number | null {
    const [first] = this.pace;
    const tookMs = this.now() - (first?.at ?? 0);
    const done = this.done - (first?.done ?? 0);
    return tookMs < SURE_AFTER_MS || done <= 0 ? null : ((this.total - this.done) * tookMs) / done;
  }

  /** "about 40 s left"; null: nobody can tell yet, or it is not worth saying. */
  get words(): string | null {
    const leftMs = this.ms ?? 0;
    return leftMs < WORTH_SAYING_MS ? null : `about ${duration(rounded(leftMs))} left`;
  }
}

/** To ten seconds, from two minutes on to minutes. */
function rounded(ms: number): number {
  const unit = ms < 120_000 ? 10_000 : 60_000;
  return Math.round(ms / unit) * unit;
}
