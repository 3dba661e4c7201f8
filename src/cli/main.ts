#!/usr/bin/env node
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { EXIT } from '../exit-codes.js';
import { conform } from './program.js';

/** As large as the part for young objects is left to grow. Collections in one of half the size cost a run a fifth more. */
const YOUNG_BYTES = 4 * 1024 * 1024;

keepHeapSmall();
tolerateClosedOutput();
await conform(process.argv.slice(2));

/**
 * Lets a run end gracefully when its output cannot be written, so that the reports are not lost. If nobody reads any
 * more (`conform | head`), the exit code stays as well; on a full disk it is that of a machine fault.
 */
function tolerateClosedOutput(): void {
  let failed = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || failed) return;
      failed = true;
      if (stream === process.stdout)
        process.stderr.write(`conform: The output cannot be written (${code}).\n`);
    });
  }
  process.once('exit', (code) => {
    if (failed && code < EXIT.SIGINT) process.exitCode = EXIT.checkerError;
  });
}

/**
 * The only settings of V8; the library makes none. By default, the heap may grow to a multiple of what is in use, and the
 * part for young objects to 16 MiB, on newer Nodes to 100: most of what a run of thousands of cases held was garbage.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  const collected = new PerformanceObserver(() => {
    if (youngBytes() < YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collected.disconnect();
  });
  collected.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
}
