/** Loaded before a program: profiles its main thread and writes the profile when it ends. */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.start');
  process.on('exit', () =>
    session.post('Profiler.stop', (_error, { profile }) =>
      writeFileSync(process.env.CONFORM_PROFILE, JSON.stringify(profile)),
    ),
  );
}
