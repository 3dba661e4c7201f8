import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterActive } from '../active-time.js';
import { duration } from '../duration.js';
import { isObject } from '../json.js';
import { plain } from '../terminal-text.js';
import { MOST_ANSWER_BYTES } from './driver.js';

/** Blank lines, and answers that nobody waits for any more. */
const MAX_IDLE_LINES = 1_000;
/** Actions that time out in a row before the child counts as hung. */
const MAX_SILENCE = 3;
const STRAY_LINE = 'wrote a line to stdout that is not a JSON object (logs belong on stderr)';
const STDERR_BYTES = 2_048;
/** Output that is still in the pipe when the child has exited. */
const DRAIN_MS = 100;

interface ChildSettings {
  /** Program and arguments. */
  command: readonly string[];
  folder: string;
  env: Record<string, string>;
  /** Time limit of one action. */
  timeoutMs: number;
}

export type Line = Record<string, unknown>;
type ChildReply = { answer: Line } | { fault: string };

/**
 * One child that answers JSON lines by id, several at a time. What it cannot answer is a fault in words; once it is
 * broken (it exited, hung, wrote something else), so is every later question, and its process group is killed.
 */
export class ExecChild {
  private group: ProcessGroup | null = null;
  private readonly waiting = new Map<number, (reply: ChildReply) => void>();
  private readonly lines = new LineSplitter(MOST_ANSWER_BYTES);
  private stderr = Buffer.alloc(0);
  private asked = 0;
  private idleLines = 0;
  private silence = 0;
  private fault: string | null = null;

  constructor(private readonly settings: ChildSettings) {}

  /** Asks one question; the first one starts the child. Never rejects. */
  ask(question: Line): Promise<ChildReply> {
    const group = this.started();
    if (this.fault !== null || !group) return Promise.resolve({ fault: this.fault ?? '' });
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve) => {
      const cancel = afterActive(this.settings.timeoutMs, () => this.outOfTime(id));
      this.waiting.set(id, (reply) => {
        cancel();
        this.waiting.delete(id);
        resolve(reply);
      });
      group.child.stdin.write(`${JSON.stringify({ ...question, id })}\n`);
    });
  }

  /** Ends the child and everything it started, within a second. */
  async close(): Promise<void> {
    this.fault ??= 'the run has ended';
    this.fail(this.fault);
    await this.group?.end();
  }

  private started(): ProcessGroup | null {
    if (this.group || this.fault !== null) return this.group;
    const { command, folder, env } = this.settings;
    try {
      this.group = new ProcessGroup(command, folder, env);
    } catch (error) {
      this.fault = this.withLastWords(cannotStart(command, error));
      return null;
    }
    const { child } = this.group;
    child.once('error', (error) => this.breakDown(cannotStart(command, error)));
    // A child that stops reading shows it by its exit or its silence.
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => this.read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.stderr = Buffer.concat([this.stderr, chunk]).subarray(-STDERR_BYTES);
    });
    child.once('exit', (code, signal) => {
      const ended = (): void =>
        this.breakDown(code === null ? `was ended by ${signal}` : `exited with code ${code}`);
      const timer = setTimeout(ended, DRAIN_MS);
      child.once('close', () => {
        clearTimeout(timer);
        ended();
      });
    });
    return this.group;
  }

  private read(chunk: Buffer): void {
    if (this.fault !== null) return;
    const lines = this.lines.push(chunk);
    for (const line of lines ?? []) if (this.fault === null) this.take(line);
    if (lines === null) this.breakDown(`wrote a line of more than ${MOST_ANSWER_BYTES} bytes`);
  }

  private take(line: string): void {
    if (line.trim() === '') {
      this.idle();
      return;
    }
    const answer = parsed(line);
    const id = Number(answer?.['id']);
    if (!answer) this.breakDown(`${STRAY_LINE}: ${plain(line, 120)}`);
    else if (!(Number.isInteger(id) && id >= 1 && id <= this.asked))
      this.breakDown(`answered an id that was never asked: ${plain(line, 120)}`);
    else this.answered(answer, this.waiting.get(id));
  }

  private answered(answer: Line, resolve: ((reply: ChildReply) => void) | undefined): void {
    if (!resolve) {
      this.idle();
      return;
    }
    this.silence = 0;
    resolve({ answer });
  }

  /** The line answers nothing that is still waited for. */
  private idle(): void {
    this.idleLines += 1;
    if (this.idleLines > MAX_IDLE_LINES) this.breakDown('floods stdout with lines that answer nothing');
  }

  private outOfTime(id: number): void {
    this.silence += 1;
    const fault = `did not answer within ${duration(this.settings.timeoutMs)}`;
    this.waiting.get(id)?.({ fault: this.withLastWords(fault) });
    if (this.silence >= MAX_SILENCE) this.breakDown(`${fault}, ${MAX_SILENCE} times in a row`);
  }

  private breakDown(fault: string): void {
    if (this.fault !== null) return;
    this.fault = this.withLastWords(fault);
    this.fail(this.fault);
    void this.group?.kill();
  }

  private fail(fault: string): void {
    for (const resolve of [...this.waiting.values()]) resolve({ fault });
  }

  private withLastWords(fault: string): string {
    const said = plain(this.stderr.toString('utf8'), STDERR_BYTES);
    return `the driver ${fault}${said && `; its last words: ${said}`}`;
  }
}

function cannotStart([program = '']: readonly string[], error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = (code && WHY[code]) ?? code;
  return `cannot be started: ${plain(program, 200)} (${why ?? plain(message, 200)})`;
}

const WHY: Record<string, string> = {
  EACCES: 'EACCES: it is not executable, chmod +x makes it so',
  ENOENT: 'ENOENT: there is no such program, or the interpreter that its first line names is not there',
  ENOEXEC: 'ENOEXEC: it is not a program; a script begins with a line such as #!/bin/sh',
};

/** Undefined: no JSON object. */
function parsed(line: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Splits a stream of bytes into lines without their ends. Returns null, from then on always, once a line is longer
 * than `maxBytes`.
 */
class LineSplitter {
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

/** Times of the three steps of ending; together they stay below a second. */
const GRACE_MS = 300;

/**
 * A program without a shell, in a process group of its own, so that whatever it starts ends with it. It also ends
 * when this process exits.
 */
class ProcessGroup {
  readonly child: ChildProcessWithoutNullStreams;
  private readonly gone: Promise<void>;
  /** The group has been killed; its number may be another's by now. */
  private over = false;
  private readonly onExit = (): void => this.signal('SIGKILL');

  constructor([program = '', ...args]: readonly string[], folder: string, env: Record<string, string>) {
    this.child = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'pipe' });
    process.once('exit', this.onExit);
    this.gone = new Promise((resolve) => {
      this.child.once('exit', () => resolve());
      this.child.once('error', () => resolve());
    });
    // The program has exited: what it started must not outlive it.
    void this.gone.then(() => {
      this.signal('SIGKILL');
      process.off('exit', this.onExit);
      this.over = true;
    });
  }

  /** Ends the whole group within a second: end of input, then SIGTERM, then SIGKILL. */
  async end(): Promise<void> {
    this.child.stdin.end();
    if (!(await this.leaves())) {
      this.signal('SIGTERM');
      await this.leaves();
    }
    await this.kill();
  }

  /** Ends the whole group at once. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.leaves();
    // A process that left the group may still hold the pipes open, and this process with them.
    for (const stream of [this.child.stdin, this.child.stdout, this.child.stderr]) stream.destroy();
  }

  private async leaves(): Promise<boolean> {
    const timer = new AbortController();
    const left = await Promise.race([
      this.gone.then(() => true),
      pause(GRACE_MS, false, { signal: timer.signal }).catch(() => false),
    ]);
    timer.abort();
    return left;
  }

  private signal(name: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.child;
    if (pid === undefined || this.over) return;
    try {
      process.kill(-pid, name);
    } catch {
      // The group is empty.
    }
  }
}
