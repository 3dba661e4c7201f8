import type { Level } from './types.js';

/** `selftest.json`: what the self-test tried, what it found. Schema: `spec/schema/selftest.schema.json`. */
export interface SelftestRecord {
  schema: 'conform-selftest/1';
  tool: { name: string; version: string; node: string };
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  workers: number;
  /** All mutants ran, so idle cases and stale exceptions are known. */
  whole: boolean;
  /** Mutants that there are; absent in records of older versions. */
  derived?: number;
  /** Each mutant met every case; false: only those that aim at what it changes. */
  allCases: boolean;
  exitCode: 0 | 1;
  summary: SelftestSummary;
  mutants: MutantRecord[];
  cases: SelftestCase[];
  cleanRuns: CleanRun[];
  /** Exceptions that except nothing any more. */
  stale: string[];
}

export interface SelftestSummary {
  mutants: number;
  /** Of these, the named faults that no change of the description can express. */
  behavioural: number;
  killed: number;
  excepted: number;
  survived: number;
  /** Failures of cases that do not aim at what a mutant changes. */
  collateral: number;
  requiredCases: number;
  /** Required cases that failed for a mutant. */
  requiredKilling: number;
  /** Failures against correct services. */
  alarms: number;
  /** Failures that do not explain themselves. */
  unclear: number;
}

/** What became of one mutant. */
export interface MutantRecord {
  id: string;
  family: string;
  summary: string;
  version: string | null;
  /** `killed`: a case that is to kill it failed. `stopped`: the preflight ended the run, without a verdict. */
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
  /** Cases without a verdict that point to no failure: which, and what they say. */
  unanswered: string[];
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

/** A case that can fail. */
export interface SelftestCase {
  id: string;
  level: Level;
  /** Number of mutants that make it fail, and of those that it is to kill. */
  kills: number;
  aimedKills: number;
  /** Why nothing need make it fail. */
  exception?: string;
}

/** A run against a correct service: whatever fails is a false alarm. */
export interface CleanRun {
  name: string;
  /** Over sockets and in real time; false: in memory and in virtual time. */
  sockets?: boolean;
  ran: number;
  alarms: Explanation[];
  /** Failures that an exception allows. */
  excepted: (Explanation & { exception: string })[];
}

/** The first thing that anybody reads of a failing case: the statements, what is wrong, what was due and what came. */
export function firstLine({ statements, text, expected, received }: Explanation): string {
  return `${statements.join(', ')}: ${text} Expected: ${expected ?? 'not stated'}. Received: ${received ?? 'nothing'}.`;
}
