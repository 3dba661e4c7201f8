/**
 * Lets a run end in good order when nobody reads its output any more (`conform | head`): what is written then is lost, the
 * reports and the exit code are not.
 */
export function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
