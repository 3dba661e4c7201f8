import type { Configuration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import type { Clock, Mailbox, Operator } from '../../engine/ports.js';
import type { Act, RunContext } from '../../engine/run-context.js';
import type { PreflightReport } from './report.js';
import type { PreflightRequests } from './requests.js';

/** What the parts of the preflight work with. */
export interface Needed {
  requests: PreflightRequests;
  mailbox: Mailbox;
  clock: Clock;
  /** The employee's side. */
  operator: Operator;
  destinations: RunContext['destinations'];
  /** Users who wrote, and under which version. */
  writers: Map<string, string>;
  /** What employees were asked to do, oldest first. */
  acts: Act[];
  /** Descriptions of the versions that answer. */
  descriptions: readonly Description[];
  configuration: Configuration;
  report: PreflightReport;
  /** How the target fills gaps of the interface, for the record. */
  answers: GapAnswer[];
  nonce: string;
  signal: AbortSignal;
}

export interface GapAnswer {
  gap: string;
  version: string;
  value: string;
  /** From which exchanges it is known. */
  evidence: string;
}

/** Evidence of what the configuration says. */
export const CONFIGURED = 'as configured';
