import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

/** Times of the three steps of ending; together they stay below a second. */
const GRACE_MS = 300;

/**
 * A program without a shell, in a process group of its own, so that whatever it starts ends with it. It also ends
 * when this process exits.
 */
export class ProcessGroup {
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
