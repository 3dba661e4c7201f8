import type { Level } from '../record/types.js';

/** What became of one mutant. */
export interface MutantRecord {
  id: string;
  family: string;
  summary: string;
  version: string | null;
  /** `killed`: a case that aims at the mutated element failed. `stopped`: the preflight ended the run, without a verdict. */
  state: 'killed' | 'survived' | 'stopped' | 'excepted';
  /** Why it may survive. */
  exception?: string;
  /** Ids of failed cases that aim at the mutated element. */
  killers: string[];
  /** Ids of other failed cases. */
  collateral: string[];
  /** Cases without a verdict. */
  open: number;
  /** Cases that ran. */
  ran: number;
  /** How the first killer explains itself. */
  explained: Explanation | null;
  /** Failures, of any case, that do not explain themselves: which, and why not. */
  unclear: string[];
  durationMs: number;
}

/** A failing case in one line, and the statements that it speaks for. */
export interface Explanation {
  case: string;
  statements: string[];
  text: string;
  expected: string | null;
  received: string | null;
}

export interface SelftestCase {
  id: string;
  level: Level;
  /** Number of mutants that make it fail, and of those that it aims at. */
  kills: number;
  aimedKills: number;
  exception?: string;
}

/** A run against a correct service: whatever fails is a false alarm. */
export interface CleanRun {
  name: string;
  ran: number;
  alarms: Explanation[];
}

/** `selftest.json` */
export interface SelftestRecord {
  schema: 'conform-selftest/1';
  tool: { name: string; version: string; node: string };
  startedAt: string;
  durationMs: number;
  workers: number;
  /** All mutants ran, so that idle cases and stale exceptions can be told. */
  whole: boolean;
  exitCode: number;
  mutants: MutantRecord[];
  cases: SelftestCase[];
  cleanRuns: CleanRun[];
  /** Exceptions that except nothing any more. */
  stale: string[];
}
