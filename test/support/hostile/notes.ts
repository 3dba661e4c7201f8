import { TestRunner } from 'vitest';

/** What a test leaves for the table of hostile behaviours. */
export interface HostileMeta {
  /** Of its whole runs; without an exit code: of single exchanges. */
  hostile?: { exitCode: number | null; verdicts: string[] }[];
  /** Greatest memory of a process that took part, bytes. */
  peakMemory?: number;
}

/** For tests: leaves what a run, or an exchange, came to. */
export function noteVerdicts(exitCode: number | null, told: readonly string[]): void {
  const meta = metaOfTest();
  if (meta) meta.hostile = [...(meta.hostile ?? []), { exitCode, verdicts: [...new Set(told)] }];
}

/** For tests: leaves the greatest memory of a process, in bytes. */
export function noteMemory(bytes: number): void {
  const meta = metaOfTest();
  if (meta) meta.peakMemory = Math.max(meta.peakMemory ?? 0, bytes);
}

function metaOfTest(): HostileMeta | undefined {
  return TestRunner.getCurrentTest()?.meta as HostileMeta | undefined;
}
