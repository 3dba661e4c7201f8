import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CaseOutcome } from '../engine/run-context.js';
import type { ExploreState } from '../explore/explore.js';
import { ExploreProgress, Progress, progressLine } from './progress.js';

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

const STATE: ExploreState = {
  walks: 400,
  moves: 6_400,
  failed: 0,
  windows: { covered: 260, legal: 290 },
  found: [],
  shortest: null,
  durationMs: 20_000,
};

test('the line tells walks, pace, coverage, and what fails', () => {
  expect(progressLine(STATE)).toBe('400 walks · 320 moves/s · 260/290 sequences of three');
  expect(progressLine({ ...STATE, shortest: 6 })).toBe(
    '400 walks · 320 moves/s · 260/290 sequences of three · fails in 6 moves',
  );
});

function written(options: { quiet: boolean; live: boolean }): string[] {
  const lines: string[] = [];
  const stream = { columns: 30, write: (text: string) => lines.push(text) > 0 };
  const progress = new ExploreProgress(options, stream);
  progress.note('seed 1');
  progress.show(STATE);
  progress.show(STATE);
  progress.end();
  return lines;
}

test('a terminal has one line that is rewritten and fits, a log a plain one now and then, quiet none', () => {
  const live = written({ quiet: false, live: true });
  expect(live).toHaveLength(4);
  expect(live[1]).toBe(`\r\u001b[2K${progressLine(STATE).slice(0, 29)}`);
  expect(written({ quiet: false, live: false })).toEqual(['seed 1\n', `${progressLine(STATE)}\n`]);
  expect(written({ quiet: true, live: true })).toEqual([]);
});
