import type { TargetConfiguration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import type { Act } from '../../engine/evidence.js';
import type { Clock, Mailbox, Operator } from '../../engine/ports.js';
import type { RunContext } from '../../engine/run-context.js';
import type { Redactor } from '../../record/redact.js';
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

/** One line of the preflight: what was looked at, and what to do if it is not in order. */
export interface PreflightLine {
  name: string;
  state: 'ok' | 'note' | 'problem';
  text: string;
  hint?: string;
}

/** Collects the lines as they come; `onLine` shows them at once. */
export class PreflightReport {
  readonly lines: PreflightLine[] = [];
  private redact: Redactor = (value) => value;
  private signal: AbortSignal | null = null;

  constructor(private readonly onLine: (line: PreflightLine) => void = () => undefined) {}

  /** From now on no line shows what this masks. */
  maskWith(redact: Redactor): void {
    this.redact = redact;
  }

  /** Once this aborts, no line is added: what ended then was interrupted, and says nothing about the target. */
  endWith(signal: AbortSignal): void {
    this.signal = signal;
  }

  ok(name: string, text: string): void {
    this.add({ name, state: 'ok', text });
  }

  note(name: string, text: string, hint?: string): void {
    this.add({ name, state: 'note', text, ...(hint && { hint }) });
  }

  problem(name: string, text: string, hint?: string): void {
    this.add({ name, state: 'problem', text, ...(hint && { hint }) });
  }

  /** What was said no longer holds: it is said again. */
  startOver(name: string, text: string): void {
    this.lines.length = 0;
    this.note(name, text);
  }

  /** What is said at the very end, even of an interrupted run. */
  closing(line: PreflightLine): void {
    this.put(line);
  }

  private add(said: PreflightLine): void {
    if (!this.signal?.aborted) this.put(said);
  }

  private put(said: PreflightLine): void {
    const line = this.redact(said);
    this.lines.push(line);
    this.onLine(line);
  }
}
