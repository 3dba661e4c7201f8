import type { TargetConfiguration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import type { Act } from '../../engine/evidence.js';
import type { Clock, Mailbox, Operator } from '../../engine/ports.js';
import type { RunContext } from '../../engine/run-context.js';
import type { PreflightReport } from './preflight-report.js';
import type { PreflightRequests } from './requests.js';

/** What the parts of the preflight share. */
export interface PreflightContext {
  requests: PreflightRequests;
  mailbox: Mailbox;
  clock: Clock;
  /** The employee's side. */
  operator: Operator;
  destinations: RunContext['destinations'];
  /** Users who wrote, and under which version. */
  writers: Map<string, string>;
  /** Users whose messages were accepted, by the ids that these were given. */
  messages: Map<string, string>;
  /** What employees were asked to do, oldest first. */
  acts: Act[];
  /** Descriptions of the versions that answer. */
  descriptions: readonly Description[];
  configuration: TargetConfiguration;
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

/** The evidence for what the configuration says. */
export const CONFIGURED = 'as configured';
