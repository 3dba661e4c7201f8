import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CaseOutcome } from '../engine/run-context.js';
import { Progress } from './progress.js';

test('with --verbose each verdict is told with its reason in words', () => {
  const stream = new PassThrough();
  const progress = new Progress(
    { quiet: false, verbose: true, live: false },
    stream as unknown as NodeJS.WriteStream,
  );
  const outcome = (id: string, verdict: string, code: string | null): CaseOutcome =>
    ({ case: { id }, verdict, reason: code === null ? null : { code, text: '' } }) as CaseOutcome;
  progress.outcome(outcome('1.0/routing/new-user/sendText', 'fail', 'no-event'));
  progress.outcome(outcome('1.0/routing/new-user/sendFile', 'pass', null));
  progress.outcome(outcome('1.0/routing/new-user/sendText', 'inconclusive', 'interference'));
  expect(String(stream.read())).toBe(
    [
      'fail         1.0/routing/new-user/sendText  an event did not come',
      'pass         1.0/routing/new-user/sendFile',
      'inconclusive 1.0/routing/new-user/sendText  somebody else may have used the same contact point  (fail at first)',
      '',
    ].join('\n'),
  );
});
