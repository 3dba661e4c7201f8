import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Case } from '../cases/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { ExploreState } from '../explore/explore.js';
import type { PreflightLine } from '../run/preflight/context.js';
import { ExploreProgress, progressLine } from './explore.js';
import { Progress, TimeLeft } from './progress.js';

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
      'fail         1.0/routing/new-user/sendText  an event did not arrive',
      'pass         1.0/routing/new-user/sendFile',
      'inconclusive 1.0/routing/new-user/sendText  somebody else may have used the same contact point  (fail at first)',
      '',
    ].join('\n'),
  );
});

const CASES = [
  { id: 'a', steps: [{ do: 'send' }, { do: 'expect-event' }] },
  { id: 'b', level: 'required', steps: [{ do: 'operate' }] },
  { id: 'c', steps: [{ do: 'send' }] },
] as unknown as Case[];

/** What a run writes that has one case done, one that waits for an event and one for the quiet window, in 12 s. */
function ofARun(options: { quiet: boolean; live: boolean }): string {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stream = Object.assign(new PassThrough(), { columns: 44, isTTY: options.live });
  const progress = new Progress({ ...options, verbose: false }, stream as unknown as NodeJS.WriteStream);
  const [a, b, c] = CASES as [Case, Case, Case];
  progress.selected(CASES, 2);
  progress.waits(b, { step: 0 });
  progress.waits(b, null);
  progress.waits(a, { step: 1 });
  progress.waits(c, 'end');
  vi.advanceTimersByTime(1_000);
  progress.outcome({ case: b, verdict: 'fail', reason: null } as CaseOutcome);
  vi.advanceTimersByTime(11_000);
  progress.end();
  vi.advanceTimersByTime(20_000);
  return String(stream.read() ?? '');
}

test('without a terminal a line every few seconds tells what is done and what is waited for', () => {
  const line = '1/3 done · 1 failed · waiting for events, the quiet window\n';
  expect(ofARun({ quiet: false, live: false })).toBe(`3 cases to run, 2 skipped\n${line}${line}`);
  expect(ofARun({ quiet: true, live: false })).toBe('');
});

test('the live line ends at a word', () => {
  expect(ofARun({ quiet: false, live: true })).toContain(
    '\r\u001b[2K1/3 done · 1 failed · waiting for events\r',
  );
});

test('notes are broken at words on a terminal, and stay on a line each elsewhere', () => {
  const told = (isTTY: boolean): string[] => {
    const stream = Object.assign(new PassThrough(), { columns: 40, isTTY });
    const options = { quiet: false, verbose: false, live: false };
    const line = {
      name: 'webhook',
      state: 'note',
      text: 'the catcher listens on plain HTTP',
      hint: 'Give --ca-file.',
    };
    new Progress(options, stream as unknown as NodeJS.WriteStream).preflight(line as PreflightLine);
    return String(stream.read()).split('\n');
  };
  expect(told(true)).toEqual([
    'note    webhook: the catcher listens on',
    '        plain HTTP',
    '        Give --ca-file.',
    '',
  ]);
  expect(told(false)).toEqual([
    'note    webhook: the catcher listens on plain HTTP',
    '        Give --ca-file.',
    '',
  ]);
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
  expect(live[1]).toBe('\r\u001b[2K400 walks · 320 moves/s');
  expect(written({ quiet: false, live: false })).toEqual(['seed 1\n', `${progressLine(STATE)}\n`]);
  expect(written({ quiet: true, live: true })).toEqual([]);
});

test('a run that late events slow down says so while it does', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stream = Object.assign(new PassThrough(), { columns: 80, isTTY: false });
  const progress = new Progress(
    { quiet: false, live: false, verbose: false },
    stream as unknown as NodeJS.WriteStream,
  );
  const [a, b] = CASES as [Case, Case];
  progress.selected([a, b]);
  progress.waits(a, { step: 0 }, true);
  vi.advanceTimersByTime(5_000);
  progress.waits(b, { step: 0 }, false);
  vi.advanceTimersByTime(5_000);
  progress.end();
  const lines = String(stream.read()).split('\n').slice(1, 3);
  expect(
    lines.map((line) => line.includes('events take long to arrive, so fewer cases run at a time')),
  ).toEqual([true, false]);
});

test('of a run that late events make long, what to do about it is said once', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const written = (advice: { afterMs: number; text: string }, isSlowedDown: boolean): number => {
    const stream = Object.assign(new PassThrough(), { columns: 80, isTTY: false });
    const options = { quiet: false, live: false, verbose: false, advice };
    const progress = new Progress(options, stream as unknown as NodeJS.WriteStream);
    progress.selected(A_HUNDRED);
    for (const testCase of A_HUNDRED.slice(0, 20)) {
      now += 2_000;
      progress.waits(testCase, null, isSlowedDown);
    }
    progress.end();
    return String(stream.read()).split('Run a part.').length - 1;
  };
  expect(written({ afterMs: 100_000, text: 'Run a part.' }, true)).toBe(1);
  expect(written({ afterMs: 100_000, text: 'Run a part.' }, false)).toBe(0);
  expect(written({ afterMs: 900_000, text: 'Run a part.' }, true)).toBe(0);
});

const A_HUNDRED = Array.from({ length: 100 }, (_, at) => ({
  id: String(at),
  steps: [{ do: 'send' }, { do: 'expect-event' }, { do: 'inbox' }],
})) as unknown as Case[];

/** A run of a hundred cases, each of which takes this long, one after the other: what is said after so many. */
function saidAfter(times: readonly number[]): string | null {
  let now = 0;
  const left = new TimeLeft(A_HUNDRED, () => now);
  for (const [at, ms] of times.entries()) {
    const testCase = A_HUNDRED[at] as Case;
    left.note(testCase, 1);
    now += ms;
    left.note(testCase, 3);
  }
  return left.words;
}

const cases = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('what is left takes as long as what is done, step for step', () => {
  expect(saidAfter(cases(50, 1_000))).toBe('about 50 s left');
  expect(saidAfter(cases(20, 2_000))).toBe('about 3 min left');
});

test('the pace of the last minute counts', () => {
  expect(saidAfter([...cases(20, 10_000), ...cases(40, 1_500)])).toBe('about 60 s left');
});

test('nothing is said at the beginning, near the end, and while nothing goes on', () => {
  expect(saidAfter(cases(9, 1_000))).toBeNull();
  expect(saidAfter(cases(85, 1_000))).toBeNull();
  expect(saidAfter([])).toBeNull();
});
