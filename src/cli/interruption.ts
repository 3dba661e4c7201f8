import { setMaxListeners } from 'node:events';
import { EXIT } from '../exit-codes.js';
import { report } from './failure.js';

type InterruptedCode = (typeof EXIT)['SIGINT' | 'SIGTERM'];

/** A command was interrupted and has nothing to show. */
export class Interrupted extends Error {
  constructor(readonly exitCode: InterruptedCode) {
    super('Interrupted.');
  }
}

/** Listens for the signals that end a run. The first ends it gracefully, the second at once. */
export class Interruption {
  private readonly controller = new AbortController();
  private received: 'SIGINT' | 'SIGTERM' | null = null;
  private readonly onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (this.received) process.exit(EXIT[signal]);
    this.received = signal;
    this.controller.abort();
  };

  /** The terminal is gone: the run ends as if it had been asked to. */
  private readonly onHangUp = (): void => this.onSignal('SIGTERM');

  constructor() {
    // Every request and every wait of a run listens to it.
    setMaxListeners(0, this.controller.signal);
    process.on('SIGINT', this.onSignal);
    process.on('SIGTERM', this.onSignal);
    process.on('SIGHUP', this.onHangUp);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Null: none came. */
  which(): 'SIGINT' | 'SIGTERM' | null {
    return this.received;
  }

  /** The exit code of a process that was interrupted; null: it was not. */
  exitCode(): InterruptedCode | null {
    return this.received && EXIT[this.received];
  }

  stopListening(): void {
    process.off('SIGINT', this.onSignal);
    process.off('SIGTERM', this.onSignal);
    process.off('SIGHUP', this.onHangUp);
  }
}

/**
 * Does the work of a command until it ends or is interrupted, after which it prints nothing more. Returns the exit
 * code.
 */
export async function interruptible(work: (interruption: Interruption) => Promise<number>): Promise<number> {
  const interruption = new Interruption();
  try {
    return await work(interruption);
  } catch (error) {
    return interruption.exitCode() ?? report(error);
  } finally {
    interruption.stopListening();
  }
}
