#!/usr/bin/env node
import { EXIT } from '../exit-codes.js';
import { keepHeapSmall } from './heap.js';
import { conform } from './program.js';

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
