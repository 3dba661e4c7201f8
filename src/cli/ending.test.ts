import { afterEach, expect, test, vi } from 'vitest';
import { Interruption, printError } from './ending.js';

afterEach(() => vi.restoreAllMocks());

/** What is printed of an error on a machine that allows so many open files, and the exit code. */
function reported(error: Error, files: number | string): { exitCode: number; said: string } {
  let said = '';
  vi.spyOn(process.report, 'getReport').mockReturnValue({ userLimits: { open_files: { soft: files } } });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  return { exitCode: printError(error), said };
}

test('a signal after the end of a run is told so, and a second one is not waited for', () => {
  let said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += text;
    return true;
  });
  const interruption = new Interruption(true);
  interruption.markEnded();
  process.emit('SIGINT', 'SIGINT');
  interruption.stopListening();
  expect(said).toBe('The run has ended; writing the reports. A second signal exits at once.\n');
});

test('a signal that comes twice at once is one, and one that comes again later ends the process', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const interruption = new Interruption();
  process.emit('SIGTERM', 'SIGTERM');
  process.emit('SIGTERM', 'SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  now.mockReturnValue(1_600);
  process.emit('SIGTERM', 'SIGTERM');
  interruption.stopListening();
  expect(exit).toHaveBeenCalledExactlyOnceWith(143);
});

test('another signal ends the process at once', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const interruption = new Interruption();
  process.emit('SIGTERM', 'SIGTERM');
  process.emit('SIGINT', 'SIGINT');
  interruption.stopListening();
  expect(exit).toHaveBeenCalledExactlyOnceWith(130);
});

const missing = Object.assign(new Error("Cannot find package 'x'"), { code: 'ERR_MODULE_NOT_FOUND' });

test('a module that nobody could look for is a matter of the machine', () => {
  expect(reported(missing, 34)).toEqual({
    exitCode: 5,
    said: 'conform: This machine allows too few open files and connections (a limit of 34).\n  Raise the limit (ulimit -n 1024), or lower --concurrency.\n',
  });
});

test.each([1024, 'unlimited'])('where %s files may be open, a missing module is our fault', (files) => {
  const { exitCode, said } = reported(missing, files);
  expect(exitCode).toBe(5);
  expect(said).toMatch(/^conform: a fault in conform itself: .*Cannot find package/);
});

test('a thread that lacks handles is a matter of the machine', () => {
  const error = Object.assign(new Error('Worker initialization failure: EMFILE'), {
    code: 'ERR_WORKER_INIT_FAILED',
  });
  expect(reported(error, 1024)).toMatchObject({
    exitCode: 5,
    said: expect.stringContaining('too few open files and connections (EMFILE)'),
  });
});
