import type { Duty } from '../cases/types.js';
import { prefixed, type ReasonCode } from '../reasons.js';
import type { Place, Verdict } from '../record/types.js';
import type { InboxItem } from './ports.js';

/** Why one attempt cannot decide what a case found. */
export interface Doubt {
  /** A sentence. */
  why: string;
  /**
   * What becomes of a case that passes at the second attempt. By default it was a violation all the same; if somebody
   * else may be to blame, nothing is proven, for the reason given here; `cleared`: the first attempt does not count.
   */
  passing?: 'held-up' | 'surplus-bytes' | 'interference' | 'cleared';
}

/** Why a case does not pass. */
export interface Finding {
  verdict: Exclude<Verdict, 'pass'>;
  /** Stable, because programs read it. */
  code: ReasonCode;
  /** One sentence for a stranger. */
  text: string;
  expected?: string;
  received?: string;
  /** Why one attempt cannot decide it: the case is tried once more. */
  unsure?: Doubt;
  /** Wrong by itself, whatever the step was for: it fails the case even in a setup step. */
  outright?: true;
  /** The request was refused as it must be, if not in the right way: a case that is set up by it can go on. */
  isRefusal?: true;
  /** Where the received value is. */
  place?: Place;
  /** The item of the inbox that it is about, if any. */
  item?: InboxItem;
  /** Name of the request or action of the case that it is about; default: the last one. */
  of?: string;
  /** What the case had done before that a plainer case does not do: see `circumstancesOf`. */
  circumstances?: readonly string[];
  /** Which step of the case found it, from 0, and when, wall clock, milliseconds. */
  step?: number;
  judgedAt?: number;
  /** What a violation breaches. */
  duty?: Duty | null;
  /** The violation in a setup step, which is counted once for the run. */
  breach?: Finding;
}

/**
 * What a finding means in a setup step: the stimulus was not applied, so nothing was learnt about the subject of the
 * case, unless what came is wrong by itself. The violation is kept and counted once for the run.
 */
export function asSetup(finding: Finding): Finding {
  if (finding.verdict !== 'fail' || finding.outright) return finding;
  return {
    ...finding,
    verdict: 'inconclusive',
    code: prefixed('setup-', finding.code),
    text: `The case could not be set up. ${finding.text}`,
    breach: finding,
  };
}

/**
 * What a finding means in a case that only observes: nothing was observed. It accuses nobody; a response that is wrong
 * by itself is judged together with all others of the run.
 */
export function asObservation(finding: Finding): Finding {
  return finding.verdict === 'fail'
    ? { ...finding, verdict: 'inconclusive', code: prefixed('unobserved-', finding.code) }
    : finding;
}

/** Of several findings the one that counts: a violation before anything else, else the first; null: there is none. */
export function gravest(findings: readonly (Finding | null)[]): Finding | null {
  return (
    findings.find((finding) => finding?.verdict === 'fail') ??
    findings.find((finding) => finding !== null) ??
    null
  );
}

/** Of a case that the end of the run cut short. */
export function interrupted(): Finding {
  return { verdict: 'skipped', code: 'interrupted', text: 'The run was interrupted before this case ended.' };
}

/** Ends a case with a finding, from wherever it is. */
export class FindingError extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}
